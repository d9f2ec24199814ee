package plugin

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/testwait"
)

// streamedPage is a page as a browser reads it.
type streamedPage struct {
	pageHead
	body string
}

// readPages reads what docs/columns.md describes.
func readPages(t *testing.T, stream []byte) map[int]streamedPage {
	t.Helper()
	reader := bytes.NewReader(stream)
	part := func() []byte {
		length, err := binary.ReadUvarint(reader)
		if err != nil {
			t.Fatalf("error %v", err)
		}
		part := make([]byte, length)
		if _, err := io.ReadFull(reader, part); err != nil {
			t.Fatalf("error %v", err)
		}
		return part
	}
	pages := map[int]streamedPage{}
	for reader.Len() > 0 {
		page := streamedPage{}
		if err := json.Unmarshal(part(), &page.pageHead); err != nil {
			t.Fatal(err)
		}
		page.body = string(part())
		pages[page.Page] = page
	}
	return pages
}

// post returns the status and the body; onPart is called with each part of it that is sent.
func post(
	ctx context.Context, instance *Datasource, path, body string, headers map[string][]string, onPart func([]byte),
) (first *backend.CallResourceResponse, sent []byte, err error) {
	request := &backend.CallResourceRequest{Method: "POST", Path: path, URL: path, Headers: headers, Body: []byte(body)}
	err = instance.CallResource(ctx, request, backend.CallResourceResponseSenderFunc(func(response *backend.CallResourceResponse) error {
		if first == nil {
			first = response
		}
		sent = append(sent, response.Body...)
		if onPart != nil {
			onPart(sent)
		}
		return nil
	}))
	return first, sent, err
}

// wanted is the body of a request for a page of each tag.
func wanted(tags ...string) string {
	queries := []string{}
	for _, tag := range tags {
		queries = append(queries, "desde=2026-03-02T00:00:00.000Z&hasta=2026-03-03T00:00:00.000Z&intervalo=1h&tag="+tag)
	}
	body, _ := json.Marshal(queries)
	return string(body)
}

// onePage is an API that answers a page of history after a function of the tag has returned its status.
func onePage(t *testing.T, before func(tag string, gone <-chan struct{}) int) *testAPI {
	t.Helper()
	api := &testAPI{Server: httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		tag := request.URL.Query().Get("tag")
		writer.WriteHeader(before(tag, request.Context().Done()))
		_, _ = fmt.Fprintf(writer, `{"tag":%q,"datos":[{"ts":"2026-03-02T01:00:00Z","avg":1.5,"min":1,"max":2,"n":3}],"siguiente":null}`, tag)
	}))}
	t.Cleanup(api.Close)
	return api
}

func TestEachPageIsSentWhenItIsReady(t *testing.T) {
	release := make(chan struct{})
	instance := onePage(t, func(tag string, _ <-chan struct{}) int {
		if tag == "slow" {
			<-release
		}
		if tag == "broken" {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	}).dataSource(t, "key", `{}`)
	released := false
	first, sent, err := post(context.Background(), instance, "v1/lecturas", wanted("slow", "quick", "broken"), nil, func(soFar []byte) {
		if pages := readPages(t, soFar); len(pages) == 2 && !released {
			if _, ok := pages[0]; ok {
				t.Error("the slow page came first")
			}
			released = true
			close(release)
		}
	})
	if err != nil || first.Status != http.StatusOK || first.Headers["Content-Type"][0] != pagesType {
		t.Fatalf("error %v, response %+v", err, first)
	}
	// By which nginx passes on at once what it receives.
	if value := first.Headers["X-Accel-Buffering"]; len(value) != 1 || value[0] != "no" {
		t.Errorf("X-Accel-Buffering: %q", value)
	}
	pages := readPages(t, sent)
	if len(pages) != 3 || pages[2].Status != http.StatusServiceUnavailable || pages[2].Header["Content-Type"] != "application/json" {
		t.Errorf("pages %+v", pages)
	}
	for index, tag := range []string{"slow", "quick"} {
		page := pages[index]
		if page.Status != http.StatusOK || page.Header["Content-Type"] != columnsType || page.Header["Date"] == "" || !strings.Contains(page.body, tag) {
			t.Errorf("%s: page %+v", tag, page)
		}
	}
	compressed, sent, err := post(context.Background(), instance, "v1/lecturas", wanted("slow", "quick"), map[string][]string{"Accept-Encoding": {"gzip"}}, nil)
	if err != nil || compressed.Headers["Content-Encoding"][0] != "gzip" {
		t.Fatalf("error %v, response %+v", err, compressed)
	}
	reader, err := gzip.NewReader(bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	for index, page := range readPages(t, plain) {
		if page.body != pages[index].body || page.Header[ageHeader] == "" {
			t.Errorf("page %+v, want %+v", page, pages[index])
		}
	}
}

// busyAPI holds its requests until as many as expected are in flight, and knows how many were.
func busyAPI(t *testing.T, expected int32) (api *testAPI, most *atomic.Int32) {
	t.Helper()
	var inFlight atomic.Int32
	most = &atomic.Int32{}
	release := make(chan struct{})
	return onePage(t, func(string, <-chan struct{}) int {
		now := inFlight.Add(1)
		for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
		}
		if now == expected {
			close(release)
		}
		<-release
		inFlight.Add(-1)
		return http.StatusOK
	}), most
}

func tags(count int) []string {
	tags := []string{}
	for index := range count {
		tags = append(tags, fmt.Sprint("t", index))
	}
	return tags
}

func TestPagesTogetherAreFewRequestsAtATime(t *testing.T) {
	api, most := busyAPI(t, 3)
	instance := api.dataSource(t, "key", `{"maxConcurrentRequests":3}`)
	_, sent, err := post(context.Background(), instance, "v1/lecturas", wanted(tags(30)...), nil, nil)
	if err != nil || len(readPages(t, sent)) != 30 || most.Load() != 3 {
		t.Errorf("error %v, %d pages, %d requests at a time", err, len(readPages(t, sent)), most.Load())
	}
}

func TestPagesOfManyChartsAreFewRequestsAtATime(t *testing.T) {
	// Two more for those that have none in flight.
	api, most := busyAPI(t, 5)
	instance := api.dataSource(t, "key", `{"maxConcurrentRequests":3}`)
	var charts sync.WaitGroup
	for _, tag := range tags(20) {
		charts.Go(func() {
			request := &backend.CallResourceRequest{Method: "GET", Path: "v1/lecturas", URL: "v1/lecturas?intervalo=1h&tag=" + tag}
			ignore := backend.CallResourceResponseSenderFunc(func(*backend.CallResourceResponse) error { return nil })
			if err := instance.CallResource(context.Background(), request, ignore); err != nil {
				t.Error(err)
			}
		})
	}
	charts.Wait()
	if most.Load() != 5 {
		t.Errorf("%d requests at a time", most.Load())
	}
}

// slowBrowser takes nothing until it is released.
type slowBrowser struct {
	http.ResponseWriter
	writes   atomic.Int32
	released chan struct{}
}

func (s *slowBrowser) Write(part []byte) (int, error) {
	s.writes.Add(1)
	<-s.released
	return s.ResponseWriter.Write(part)
}

func TestPagesWaitForASlowBrowserAsTheyAreInMemory(t *testing.T) {
	browser := &slowBrowser{ResponseWriter: httptest.NewRecorder(), released: make(chan struct{})}
	stream := newPageStream(browser, false)
	var unpacked atomic.Int32
	var sending sync.WaitGroup
	send := func(index int) {
		sending.Go(func() {
			stream.send(index, func() answer {
				unpacked.Add(1)
				return answer{status: http.StatusOK}
			})
		})
	}
	send(0)
	testwait.Until(t, "the first page to be written", func() bool { return browser.writes.Load() == 1 })
	send(1)
	testwait.Until(t, "the second page to be ready", func() bool { return stream.ready.Load() == 2 })
	if count := unpacked.Load(); count != 1 {
		t.Errorf("%d pages are unpacked", count)
	}
	close(browser.released)
	sending.Wait()
	if count := unpacked.Load(); count != 2 {
		t.Errorf("%d pages were sent", count)
	}
}

func TestPagesThatNobodyWaitsForAreNotRequestedAnyMore(t *testing.T) {
	var inFlight atomic.Int32
	instance := onePage(t, func(_ string, gone <-chan struct{}) int {
		inFlight.Add(1)
		<-gone
		inFlight.Add(-1)
		return http.StatusOK
	}).dataSource(t, "key", `{}`)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		_, _, err := post(ctx, instance, "v1/lecturas", wanted("a", "b", "c"), nil, nil)
		ended <- err
	}()
	testwait.Until(t, "the requests to be sent", func() bool { return inFlight.Load() == 3 })
	cancel()
	if err := <-ended; err == nil {
		t.Error("no error")
	}
	testwait.Until(t, "the requests to end", func() bool { return inFlight.Load() == 0 })
}

func TestABodyThatIsNoListOfQueriesIsRefusedInWords(t *testing.T) {
	api := startAPI(t)
	instance := api.dataSource(t, "key", `{}`)
	for name, body := range map[string]string{
		"nothing": "", "no JSON": "tag=a", "an object": `{"queries":["tag=a"]}`, "no texts": "[1]", "an empty list": "[]",
		"too many": "[" + strings.Repeat(`"a",`, maxQueries) + `"a"]`, "too long": `["` + strings.Repeat("a", maxQueriesBytes) + `"]`,
	} {
		first, sent, err := post(context.Background(), instance, "v1/lecturas", body, nil, nil)
		if err != nil || first.Status != http.StatusBadRequest || !strings.Contains(string(sent), "JSON list of 1 to 500 texts") {
			t.Errorf("%s: error %v, response %+v", name, err, first)
		}
	}
	// Only the requests for history wait for each other.
	for _, path := range []string{"v1/otros", "v1/dispositivos"} {
		if first, _, _ := post(context.Background(), instance, path, `["limite=1","limite=2"]`, nil, nil); first.Status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, first.Status)
		}
	}
	for _, path := range []string{"/v1/lecturas", "/v1/dispositivos"} {
		if count := api.count(path); count != 0 {
			t.Errorf("%d requests of %s, want 0", count, path)
		}
	}
}
