package telemetry

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"telemetria-industrial-datasource/pkg/testwait"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

const settled = "desde=2026-03-01T00:00:00.000Z&hasta=2026-03-01T12:00:00.000Z"

type testAPI struct {
	*httptest.Server
	requests atomic.Int64
}

func startAPI(t *testing.T, handler http.HandlerFunc) *testAPI {
	t.Helper()
	server := &testAPI{}
	server.Server = httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		server.requests.Add(1)
		writer.Header().Set("Date", noon.Format(http.TimeFormat))
		handler(writer, request)
	}))
	t.Cleanup(server.Close)
	return server
}

func (s *testAPI) pages(limits Limits, now func() time.Time) *Pages {
	return NewPages(NewClient(s.Client(), s.URL+"/", "key", operations), limits, now)
}

func at(instant time.Time) func() time.Time { return func() time.Time { return instant } }

// clock moves on by two seconds each time: only what is settled is used so long.
func clock(start time.Time) func() time.Time {
	var calls atomic.Int64
	return func() time.Time { return start.Add(time.Duration(calls.Add(1)) * 2 * time.Second) }
}

// setClock stands at noon until it is advanced. It is safe for the background work of pages, which reads the clock, too.
type setClock struct{ sinceNoon atomic.Int64 }

func (c *setClock) now() time.Time { return noon.Add(time.Duration(c.sinceNoon.Load())) }

func (c *setClock) advance(by time.Duration) { c.sinceNoon.Add(int64(by)) }

// bytesOf is what the pages of one test take; the metric is about those of all.
func bytesOf(pages *Pages) int {
	pages.mutex.Lock()
	defer pages.mutex.Unlock()
	return pages.memory.cache.bytes
}

// pagesIn is how many pages there are in the memory of one test.
func pagesIn(pages *Pages) int {
	pages.mutex.Lock()
	defer pages.mutex.Unlock()
	return len(pages.memory.cache.elements)
}

// countOf is what a counter has counted so far, in all tests.
func countOf(counter prometheus.Collector) int { return int(testutil.ToFloat64(counter)) }

var limits = Limits{LateArrival: 10 * time.Minute, MaxAge: time.Hour, MaxBytes: 1 << 20}

func echo(writer http.ResponseWriter, request *http.Request) {
	_, _ = writer.Write([]byte(request.Header.Get("Authorization") + " " + request.URL.String()))
}

func TestKeepsAPageOnlyIfNoReadingCanEnterItAnyMore(t *testing.T) {
	for query, requests := range map[string]int64{
		settled: 1,
		"desde=2026-03-02T00:00:00.000Z&hasta=2026-03-02T11:50:00.000Z": 1,
		"desde=2026-03-02T00:00:00.000Z&hasta=2026-03-02T11:50:00.001Z": 2,
		"desde=2026-03-02T00:00:00.000Z":                                2,
		"hasta=yesterday":                                               2,
	} {
		server := startAPI(t, echo)
		// The clock here is an hour ahead; that of the server counts.
		pages := server.pages(limits, clock(noon.Add(time.Hour)))
		for range 2 {
			response, err := pages.Get(context.Background(), "v1/lecturas", query, false)
			if err != nil || string(response.Body) != "Bearer key /v1/lecturas?"+query {
				t.Fatalf("response %v, error %v", response, err)
			}
		}
		if got := server.requests.Load(); got != requests {
			t.Errorf("%s: %d requests, want %d", query, got, requests)
		}
	}
}

func TestKeepsNothingElse(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/v1/lecturas" {
			writer.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	pages := server.pages(limits, clock(noon))
	for _, path := range []string{"v1/lecturas", "v1/valores", "v1/alertas", "v1/dispositivos", "v1/exportaciones"} {
		for range 2 {
			if _, err := pages.Get(context.Background(), path, settled, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := server.requests.Load(); got != 10 {
		t.Errorf("%d requests, want 10", got)
	}
}

func TestForgetsOldPagesAndAllWhenClosed(t *testing.T) {
	server := startAPI(t, echo)
	var testClock setClock
	pages := server.pages(limits, testClock.now)
	for _, step := range []time.Duration{0, time.Hour, time.Second} {
		testClock.advance(step)
		if _, err := pages.Get(context.Background(), "v1/lecturas", settled, false); err != nil {
			t.Fatal(err)
		}
	}
	if got := server.requests.Load(); got != 2 {
		t.Errorf("%d requests, want 2", got)
	}
	pages.Close()
	if got := bytesOf(pages); got != 0 {
		t.Errorf("%d bytes after the end", got)
	}
}

func TestPagesFromMemoryAreCompressedAndHaveTheSameRows(t *testing.T) {
	body := []byte(`{"nombre":"P","datos":[` + strings.Repeat(`{"ts":"2026-03-01T00:00:00Z","avg":1.5,"min":1,"max":2,"n":60},`, 4_999) +
		`{"ts":"2026-03-01T00:00:00Z","n":60}],"siguiente":null}`)
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) { _, _ = writer.Write(body) })
	pages := server.pages(limits, at(noon))
	var first []byte
	for range 2 {
		page, err := pages.Get(context.Background(), "v1/lecturas", settled, false)
		if err != nil || page.Status != 200 || page.Date == "" {
			t.Fatalf("error %v, page %v", err, page)
		}
		columns, err := page.Columns(true)
		if err != nil || first != nil && !bytes.Equal(columns, first) {
			t.Errorf("error %v, or other columns", err)
		}
		first = columns
		unpacked, err := page.Unpack()
		if err != nil {
			t.Fatal(err)
		}
		rows := unpacked.Rows
		if string(unpacked.Rest) != `{"nombre":"P","siguiente":null}` || rows.ReceivedRows != 5_000 ||
			len(rows.Columns) != 5*4_999 || rows.Columns[4_999] != 1.5 || rows.UnusableBuckets[1] != 4_999 {
			t.Errorf("rest %s, rows %v", unpacked.Rest, rows)
		}
	}
	if got := bytesOf(pages); got > len(body)/10 {
		t.Errorf("%d bytes in memory", got)
	}
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

func TestAResponseFromMemorySaysHowOldItIs(t *testing.T) {
	var testClock setClock
	server := startAPI(t, echo)
	pages := server.pages(limits, testClock.now)
	for _, want := range []string{"", "0", "90"} {
		response, err := pages.Get(context.Background(), "v1/lecturas", settled, false)
		if err != nil || response.Age != want {
			t.Errorf("error %v, age %q, want %q", err, response.Age, want)
		}
		if want == "0" {
			testClock.advance(90 * time.Second)
		}
	}
}

func TestDecodedRowsAreKeptUntilTheirPageIsReplaced(t *testing.T) {
	var version atomic.Int64
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprintf(writer, `{"unidad":"bar","datos":[{"ts":"2026-03-01T00:00:00Z","valor":%d}]}`, version.Add(1))
	})
	pages := server.pages(limits, at(noon))
	query := settled + "&intervalo=crudo"
	value := func() float64 {
		page, err := pages.Get(context.Background(), "v1/lecturas", query, false)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := page.Unpack()
		if err != nil || string(unpacked.Rest) != `{"unidad":"bar"}` {
			t.Fatalf("page %v, error %v", unpacked, err)
		}
		return unpacked.Rows.Columns[1]
	}
	if got := []float64{value(), value()}; got[0] != 1 || got[1] != 1 {
		t.Errorf("values %v", got)
	}
	if _, err := pages.Get(context.Background(), "v1/lecturas", query, true); err != nil {
		t.Fatal(err)
	}
	if got := value(); got != 2 {
		t.Errorf("value %v after the page was replaced", got)
	}
}

func TestAnOldPageThatHasNotChangedIsNotSentAgain(t *testing.T) {
	for name, query := range map[string]string{"history": settled + "&intervalo=1m", "no page of history": settled} {
		t.Run(name, func(t *testing.T) {
			body := `{"datos":[{"ts":"2026-03-01T00:00:00Z","avg":1.5,"min":1,"max":2,"n":60}],"siguiente":null}`
			if name != "history" {
				body = "no JSON"
			}
			etag := `W/"1"`
			var asked []string
			server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
				asked = append(asked, request.Header.Get("If-None-Match"))
				writer.Header().Set("ETag", etag)
				if asked[len(asked)-1] == etag {
					writer.WriteHeader(http.StatusNotModified)
					return
				}
				_, _ = writer.Write([]byte(body))
			})
			var testClock setClock
			pages := server.pages(limits, testClock.now)
			texts := map[string]bool{}
			for index, step := range []struct {
				age     time.Duration
				noCache bool
			}{{0, false}, {time.Hour + time.Second, false}, {time.Minute, false}, {0, true}, {time.Hour + time.Second, false}} {
				testClock.advance(step.age)
				if index == 4 {
					etag = `W/"2"`
				}
				page, err := pages.Get(context.Background(), "v1/lecturas", query, step.noCache)
				if err != nil || page.Status != http.StatusOK {
					t.Fatalf("page %v, error %v", page, err)
				}
				unpacked, err := page.Unpack()
				if err != nil {
					t.Fatal(err)
				}
				texts[fmt.Sprint(string(unpacked.Rest), unpacked.Rows)] = true
				if wantsAge := index == 2; (page.Age != "") != wantsAge {
					t.Errorf("request %d: age %q", index, page.Age)
				}
			}
			if want := []string{"", `W/"1"`, `W/"1"`, `W/"1"`}; !slices.Equal(asked, want) || len(texts) != 1 {
				t.Errorf("asked with %q, want %q; pages %v", asked, want, texts)
			}
		})
	}
}

func TestAStatus304ThatWasNotAskedForIsNoPage(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) { writer.WriteHeader(http.StatusNotModified) })
	if got := get(t, server.pages(limits, at(noon)), "v1/lecturas", settled); got != http.StatusNotModified {
		t.Errorf("status %d", got)
	}
}

func TestWhatMayChangeIsSharedForASecond(t *testing.T) {
	server := startAPI(t, echo)
	var testClock setClock
	pages := server.pages(limits, testClock.now)
	for _, step := range []time.Duration{0, sharedFor, time.Millisecond} {
		testClock.advance(step)
		if _, err := pages.Get(context.Background(), "v1/valores", "", false); err != nil {
			t.Fatal(err)
		}
	}
	if got := server.requests.Load(); got != 2 {
		t.Errorf("%d requests, want 2", got)
	}
}

func TestRefreshesOfAMovingWindowDoNotDisplaceSettledPages(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) { _, _ = writer.Write(make([]byte, 100)) })
	var testClock setClock
	// One page takes about 1.2 kB: there is room for twenty settled ones, and for few others.
	pages := server.pages(Limits{LateArrival: 10 * time.Minute, MaxAge: time.Hour, MaxBytes: 30_000}, testClock.now)
	windowTo := func(to time.Time) string {
		return "desde=2026-03-01T00:00:00.000Z&hasta=" + to.Format("2006-01-02T15:04:05.000Z")
	}
	getSettled := func() {
		for day := range 20 {
			get(t, pages, "v1/lecturas", windowTo(noon.AddDate(0, 0, -1).Add(time.Duration(day)*time.Minute)))
		}
	}
	getSettled()
	for range 40 {
		testClock.advance(5 * time.Second)
		get(t, pages, "v1/lecturas", windowTo(testClock.now()))
	}
	getSettled()
	if got, want := server.requests.Load(), int64(20+40); got != want {
		t.Errorf("%d requests, want %d", got, want)
	}
}

func TestAPageThatMayChangeIsAskedForByItsETagLater(t *testing.T) {
	var asked []string
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		asked = append(asked, request.Header.Get("If-None-Match"))
		writer.Header().Set("ETag", `W/"1"`)
		if asked[len(asked)-1] != "" {
			writer.WriteHeader(http.StatusNotModified)
		}
	})
	var testClock setClock
	pages := server.pages(limits, testClock.now)
	for range 2 {
		if got := get(t, pages, "v1/dispositivos", ""); got != http.StatusOK {
			t.Errorf("status %d", got)
		}
		testClock.advance(time.Minute)
	}
	if want := []string{"", `W/"1"`}; !slices.Equal(asked, want) {
		t.Errorf("asked with %q, want %q", asked, want)
	}
}

func TestAQueryCanBypassTheCacheAndReplacesWhatItHolds(t *testing.T) {
	server := startAPI(t, nil)
	server.Config.Handler = http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(writer, server.requests.Add(1))
	})
	pages := server.pages(limits, at(noon))
	for _, step := range []struct {
		noCache bool
		want    string
	}{{false, "1"}, {false, "1"}, {true, "2"}, {false, "2"}} {
		response, err := pages.Get(context.Background(), "v1/lecturas", settled, step.noCache)
		if err != nil || string(response.Body) != step.want {
			t.Errorf("response %s, error %v, want %s", response.Body, err, step.want)
		}
	}
}

// get sends a request and returns the status.
func get(t *testing.T, pages *Pages, path, query string) int {
	t.Helper()
	response, err := pages.Get(context.Background(), path, query, false)
	if err != nil {
		t.Fatal(err)
	}
	return response.Status
}

func TestPagesAreForgottenIfTheAPIRefusesTheCursorThatTheyHave(t *testing.T) {
	for cursor, sent := range map[string]struct {
		json     string
		requests int64
	}{
		"old": {`"old"`, 4}, "7": {`7`, 4}, "a&b=|c": {`"a&b=|c"`, 4}, "of another": {`"old"`, 3}, "null": {`null`, 3},
	} {
		server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
			if request.URL.Query().Has("siguiente") {
				writer.WriteHeader(http.StatusBadRequest)
			}
			_, _ = fmt.Fprintf(writer, `{"datos":[],"siguiente":%s}`, sent.json)
		})
		pages := server.pages(limits, at(noon))
		// Another window stays.
		other := strings.Replace(settled, "03-01T00", "02-01T00", 1)
		for _, query := range []string{other, settled, settled + "&siguiente=" + url.QueryEscape(cursor), settled, other} {
			get(t, pages, "v1/lecturas", query)
		}
		if got := server.requests.Load(); got != sent.requests {
			t.Errorf("cursor %q after %s: %d requests, want %d", cursor, sent.json, got, sent.requests)
		}
	}
}

// Viewers can send any parameters.
func TestRequestsThatThePluginDoesNotSendNeitherFillNorEmptyTheMemory(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Has("siguiente") {
			writer.WriteHeader(http.StatusBadRequest)
		}
		_, _ = writer.Write([]byte(`{"datos":[],"siguiente":"c"}`))
	})
	pages := server.pages(limits, at(noon))
	get(t, pages, "v1/lecturas", settled)
	odd := []string{
		"&siguiente=x", "siguiente=c", "&siguiente=c", "?&siguiente=x", settled + "&siguiente=x", settled + "&extra=1", settled + "&limite=01",
		settled + "&limite=0", settled + "&tag=", settled + "&desde=2026-03-01T00:00:00.000Z", settled + "&intervalo=2h", settled + "&%zz",
		"hasta=2026-03-01T12:00:00Z", "hasta=2026-03-01",
	}
	for _, query := range odd {
		get(t, pages, "v1/lecturas", query)
		get(t, pages, "v1/lecturas", settled)
	}
	if got, want := server.requests.Load(), int64(1+len(odd)); got != want {
		t.Errorf("%d requests, want %d", got, want)
	}
	if got := pagesIn(pages); got != 1 {
		t.Errorf("%d pages are kept, want 1", got)
	}
}

func TestTheOrderAndSpellingOfParametersMakeNoOtherPage(t *testing.T) {
	server := startAPI(t, echo)
	pages := server.pages(limits, at(noon))
	for _, query := range []string{
		"tag=a%20b&desde=2026-03-01T00:00:00.000Z&hasta=2026-03-01T12:00:00.000Z",
		"hasta=2026-03-01T12%3A00%3A00.000Z&desde=2026-03-01T00%3A00%3A00.000Z&tag=a+b",
	} {
		get(t, pages, "v1/lecturas", query)
	}
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

func TestARefusedKeyEmptiesTheMemory(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		for _, path := range []string{"v1/lecturas", "v1/valores", "v1/exportaciones/7"} {
			var refusal atomic.Int64
			server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
				if request.URL.Path == "/"+path && request.URL.RawQuery != settled {
					if status := refusal.Load(); status != 0 {
						writer.WriteHeader(int(status))
						return
					}
				}
				_, _ = writer.Write([]byte(`{"intervalo":"crudo","datos":[{"ts":"2026-03-01T00:00:00Z","valor":1}]}`))
			})
			pages := server.pages(limits, clock(noon))
			rows := func() {
				if _, err := pages.Get(context.Background(), "v1/lecturas", settled, false); err != nil {
					t.Fatal(err)
				}
			}
			expect := func(what string, want int64) {
				t.Helper()
				if got := server.requests.Load(); got != want {
					t.Errorf("%d of %s, %s: %d requests, want %d", status, path, what, got, want)
				}
			}
			rows()
			rows()
			expect("before", 1)
			refusal.Store(int64(status))
			get(t, pages, path, "")
			rows()
			expect("after the refusal", 3)
			// A key that lacks a permission of one operation keeps what it reads by the others.
			get(t, pages, path, "")
			rows()
			if path != "v1/lecturas" {
				expect("while it is refused", 4)
			}
			refusal.Store(0)
			get(t, pages, path, "")
			rows()
			sent := server.requests.Load()
			refusal.Store(int64(status))
			get(t, pages, path, "limite=1")
			rows()
			expect("refused again", sent+2)
		}
	}
}

func TestWhatWasRequestedBeforeTheKeyWasRefusedIsNotKept(t *testing.T) {
	arrived, proceed := make(chan struct{}), make(chan struct{})
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/v1/valores" {
			writer.WriteHeader(http.StatusUnauthorized)
			return
		}
		arrived <- struct{}{}
		<-proceed
	})
	pages := server.pages(limits, at(noon))
	var slow sync.WaitGroup
	slow.Go(func() { get(t, pages, "v1/lecturas", settled) })
	<-arrived
	get(t, pages, "v1/valores", "")
	close(proceed)
	slow.Wait()
	if got := bytesOf(pages); got != 0 {
		t.Errorf("%d bytes are kept", got)
	}
}

func TestRequestsOfTheSamePageAreSentOnce(t *testing.T) {
	proceed := make(chan struct{})
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		<-proceed
		echo(writer, request)
	})
	pages := server.pages(Limits{}, at(noon))
	before := countOf(pagesShared)
	var clients sync.WaitGroup
	for range 20 {
		clients.Go(func() {
			if response, err := pages.Get(context.Background(), "v1/valores", "limite=1", false); err != nil || response.Status != 200 {
				t.Errorf("response %v, error %v", response, err)
			}
		})
	}
	testwait.Until(t, "19 clients to share a request", func() bool { return countOf(pagesShared) >= before+19 })
	close(proceed)
	clients.Wait()
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

func TestBrowsersThatWaitForTheSamePageTakeOneSlot(t *testing.T) {
	held := make(chan struct{})
	release := sync.OnceFunc(func() { close(held) })
	server := startAPI(t, func(_ http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Get("tag") == "same" {
			<-held
		}
	})
	t.Cleanup(release)
	pages := server.pages(limits, at(noon))
	var browsers sync.WaitGroup
	get := func(ctx context.Context, tag string) error {
		_, err := pages.GetInTurn(ctx, &Caller{}, "v1/lecturas", "tag="+tag, false)
		return err
	}
	inHand := func() (count int) {
		pages.mutex.Lock()
		defer pages.mutex.Unlock()
		for _, sent := range pages.inFlight {
			count += sent.inHand
		}
		return count
	}
	free := func() int {
		pages.slots.mutex.Lock()
		defer pages.slots.mutex.Unlock()
		return pages.slots.free
	}
	// More than there are slots.
	const waiting = 3 + reserved
	ctx, cancel := context.WithCancel(context.Background())
	first := make(chan error)
	go func() { first <- get(ctx, "same") }()
	testwait.Until(t, "the page to be requested", func() bool { return server.requests.Load() == 1 })
	for range waiting {
		browsers.Go(func() {
			if err := get(context.Background(), "same"); err != nil {
				t.Error(err)
			}
		})
	}
	testwait.Until(t, "the browsers to wait for it", func() bool { return inHand() == 1+waiting })
	if err := get(context.Background(), "other"); err != nil {
		t.Error(err)
	}
	testwait.Until(t, "the slot of the other page to be free", func() bool { return free() == reserved })
	// The slot is that of the request, whoever leaves.
	cancel()
	if err := <-first; err == nil {
		t.Error("no error")
	}
	if free() != reserved {
		t.Errorf("%d slots are free", free())
	}
	release()
	browsers.Wait()
	testwait.Until(t, "its slot to be free", func() bool { return free() == 1+reserved })
}

func TestARequestEndsWhenNobodyWaitsForItAnyMore(t *testing.T) {
	arrived, proceed, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		arrived <- struct{}{}
		select {
		case <-proceed:
			echo(writer, request)
		case <-request.Context().Done():
			ended <- struct{}{}
		}
	})
	pages := server.pages(Limits{}, at(noon))
	// get returns what ends the wait of a client, and how it ended.
	get := func(query string) (context.CancelFunc, <-chan error) {
		ctx, cancel := context.WithCancel(context.Background())
		left := make(chan error)
		go func() {
			_, err := pages.Get(ctx, "v1/valores", query, false)
			left <- err
		}()
		return cancel, left
	}
	both := func(query string) (cancelFirst, cancelSecond context.CancelFunc, first, second <-chan error) {
		before := countOf(pagesShared)
		cancelFirst, first = get(query)
		<-arrived
		cancelSecond, second = get(query)
		testwait.Until(t, "the second client to share the request", func() bool { return countOf(pagesShared) > before })
		return cancelFirst, cancelSecond, first, second
	}
	leave := func(cancel context.CancelFunc, left <-chan error) {
		cancel()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
	}

	cancelFirst, cancelSecond, first, second := both("limite=1")
	defer cancelSecond()
	leave(cancelFirst, first)
	select {
	case proceed <- struct{}{}:
	case <-ended:
		t.Fatal("the request ended although somebody waited for it")
	}
	if err := <-second; err != nil {
		t.Errorf("the client that stayed: %v", err)
	}

	cancelFirst, cancelSecond, first, second = both("limite=2")
	leave(cancelFirst, first)
	leave(cancelSecond, second)
	<-ended
}

func TestTheKeyIsSentToTheAddressOfTheDataSourceOnly(t *testing.T) {
	other := startAPI(t, echo)
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		http.Redirect(writer, request, other.URL, http.StatusFound)
	})
	pages := server.pages(Limits{}, at(noon))
	response, err := pages.Get(context.Background(), "v1/valores", "", false)
	if err != nil || response.Status != http.StatusFound || other.requests.Load() != 0 {
		t.Errorf("response %v, error %v, %d requests to the other server", response, err, other.requests.Load())
	}
	for _, path := range []string{"", "v1/otros", "v1/valores/", "v1/valores/x", "v1/exportaciones/..", "v1/exportaciones/a/b", "/v1/valores", "v1/valores?x", "http://other/v1/valores", "v1/exportaciones/%2e%2e?"} {
		if _, err := pages.Get(context.Background(), path, "", false); err == nil {
			t.Errorf("%q was sent", path)
		}
	}
	if got := server.requests.Load(); got != 1 {
		t.Errorf("%d requests, want 1", got)
	}
}

func TestSendsNoKeyToAServerWithAnUntrustedCertificate(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	pages := NewPages(NewClient(http.DefaultClient, server.URL, "key", operations), Limits{}, at(noon))
	_, err := pages.Get(context.Background(), "v1/valores", "", false)
	if err == nil || err.Error() != "x509: certificate signed by unknown authority" || requests.Load() != 0 {
		t.Errorf("error %v, %d requests", err, requests.Load())
	}
	// Trusted, but for example.com and 127.0.0.1.
	dialer := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, server.Listener.Addr().String())
	}
	client := &http.Client{Transport: &http.Transport{
		DialContext: dialer, TLSClientConfig: server.Client().Transport.(*http.Transport).TLSClientConfig,
	}}
	pages = NewPages(NewClient(client, "https://historian.plant.internal:8443", "key", operations), Limits{}, at(noon))
	_, err = pages.Get(context.Background(), "v1/valores", "", false)
	if err == nil || err.Error() != "x509: the certificate is for another host name" || requests.Load() != 0 {
		t.Errorf("error %v, %d requests", err, requests.Load())
	}
}

func TestNoErrorOfTheNetworkNamesTheAddress(t *testing.T) {
	const host = "historian.plant.internal"
	dial := func(err error) error {
		return &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 8443}, Err: err}
	}
	for _, cause := range []error{
		dial(errors.New("refused")),
		&net.OpError{Op: "proxyconnect", Net: "tcp", Err: dial(errors.New("refused"))},
		&net.OpError{Op: "socks connect", Net: "tcp", Err: errors.New("unknown error " + host + ":8443")},
		&net.DNSError{Err: "no such host", Name: host, Server: "10.1.2.3:53"},
		&net.AddrError{Err: "missing port in address", Addr: host},
		&url.Error{Op: "Get", URL: "https://" + host + ":8443/v1", Err: errors.New("parse " + host)},
		&tls.CertificateVerificationError{Err: x509.HostnameError{Certificate: &x509.Certificate{DNSNames: []string{"other.plant.internal"}}, Host: host}},
		&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Reason: x509.CANotAuthorizedForThisName, Detail: "DNS name " + host}},
		&tls.CertificateVerificationError{Err: x509.CertificateInvalidError{Cert: &x509.Certificate{}, Reason: x509.Expired, Detail: "10.1.2.3"}},
		&tls.CertificateVerificationError{Err: x509.UnknownAuthorityError{Cert: &x509.Certificate{Subject: pkix.Name{CommonName: host}}}},
		&tls.CertificateVerificationError{Err: errors.New("custom check of " + host)},
		fmt.Errorf("wrapped: %w", x509.HostnameError{Certificate: &x509.Certificate{}, Host: host}),
		errors.New("Forwarding to https://10.1.2.3:8443 failed"),
		errors.New("malformed HTTP response from [fe80::1]"),
	} {
		client := &http.Client{Transport: failing{cause}}
		pages := NewPages(NewClient(client, "https://"+host+":8443", "key", operations), Limits{}, at(noon))
		_, err := pages.Get(context.Background(), "v1/valores", "", false)
		if err == nil {
			t.Fatal("no error")
		}
		for _, part := range []string{"plant", "10.1.2.3", "8443", "fe80"} {
			if strings.Contains(err.Error(), part) {
				t.Errorf("%v names %s", err, part)
			}
		}
	}
}

type failing struct{ err error }

func (f failing) RoundTrip(*http.Request) (*http.Response, error) { return nil, f.err }

// A network error would be tried again, with as many bytes each time.
func TestAnswersAHugeResponseWithAnError(t *testing.T) {
	api := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = writer.Write(make([]byte, maxBodyBytes+1))
	})
	response, err := api.pages(Limits{MaxBytes: 1 << 20}, at(noon)).Get(context.Background(), operations.history.Path, settled, false)
	if err != nil {
		t.Fatal(err)
	}
	if response.Status != http.StatusInternalServerError || string(response.Body) != `{"message":"the response of v1/lecturas was not read: more than 32 MB","unread":"more than 32 MB"}` {
		t.Errorf("got %d %.80s", response.Status, response.Body)
	}
}
