package telemetry

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const mb = 1 << 20

// lists are the members of the pages that have the rows.
var lists = map[string]string{
	"v1/lecturas": "datos", "v1/valores": "valores", "v1/alertas": "alertas", "v1/dispositivos": "dispositivos",
	"v1/exportaciones": "exportaciones",
}

// fill repeats a text up to so many bytes.
func fill(text string, bytes int) string { return strings.Repeat(text, bytes/len(text)) }

// hostileBodies are what no plant has, by what is wrong with them. list: the member of the rows.
func hostileBodies(list string) map[string]struct{ body, reason string } {
	rows := func(item string) string { return `{"` + list + `":[` + fill(item+",", 6*mb) + item + `]}` }
	return map[string]struct{ body, reason string }{
		"brackets":       {fill("[", 3*mb), "more than 64 levels"},
		"empty rows":     {rows("{}"), "rows"},
		"rows in a row":  {`{"` + list + `":[{"tags":[` + fill("{},", 6*mb) + "{}]}]}", "more objects and values"},
		"a text of 6 MB": {`{"` + list + `":[],"a":"` + fill("a", 6*mb) + `"}`, "a text or number of more than 1024 kB"},
		"64 MB of white": {`{"` + list + `":[]` + fill(" ", 64*mb) + `}`, "more than 32 MB"},
	}
}

func TestHostileResponsesAreAnErrorBeforeAnythingIsBuilt(t *testing.T) {
	for path, list := range lists {
		for name, hostile := range hostileBodies(list) {
			for _, status := range []int{http.StatusOK, http.StatusNotFound} {
				server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
					writer.WriteHeader(status)
					_, _ = writer.Write([]byte(hostile.body))
				})
				ctx, cancel := context.WithCancel(context.Background())
				page, err := server.pages(limits, at(noon)).Get(ctx, path, "", false)
				cancel()
				server.Close()
				if err != nil {
					t.Fatal(err)
				}
				want := map[int]int{http.StatusOK: http.StatusInternalServerError, http.StatusNotFound: http.StatusNotFound}[status]
				reason := string(page.Body)
				if page.Status != want || len(reason) > 200 || !strings.Contains(reason, hostile.reason) || !strings.Contains(reason, path) {
					t.Errorf("%s, %s: status %d, %.200s", path, name, page.Status, reason)
				}
			}
		}
	}
}

func TestAServerThatIgnoresTheLimitOfRowsIsReadTenTimesAsFar(t *testing.T) {
	for path, list := range lists {
		rows := 10 * operations.find(path).MaxRows
		server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
			count := rows
			if request.URL.Query().Has("limite") {
				count++
			}
			row := `{"ts":"2026-03-01T00:00:00Z","avg":1.5,"min":1.25,"max":1.75,"n":60}`
			_, _ = fmt.Fprintf(writer, `{%q:[%s%s],"siguiente":null}`, list, strings.Repeat(row+",", count-1), row)
		})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		for query, want := range map[string]int{"": http.StatusOK, "limite=1": http.StatusInternalServerError} {
			if response, err := server.pages(limits, at(noon)).Get(ctx, path, query, false); err != nil || response.Status != want {
				t.Errorf("%s %s: response %.100v, error %v", path, query, response, err)
			}
		}
	}
}

func TestALongPageThatIsNoJSONKeepsItsBeginning(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = writer.Write([]byte("<html>" + fill("[", 3*mb)))
	})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	response, err := server.pages(limits, at(noon)).Get(ctx, "v1/valores", "", false)
	if err != nil || response.Status != 200 || len(response.Body) != maxTextBytes {
		t.Errorf("error %v, %d bytes", err, len(response.Body))
	}
}

// Few kilobytes on the wire can be any number of bytes.
func TestACompressedResponseIsReadUpToTheSameSize(t *testing.T) {
	var sent atomic.Int64
	server := startAPI(t, func(writer http.ResponseWriter, request *http.Request) {
		writer.Header().Set("Content-Encoding", "gzip")
		compressed := gzip.NewWriter(writer)
		white := []byte(fill(" ", mb))
		for range 1024 {
			if _, err := compressed.Write(white); err != nil || request.Context().Err() != nil {
				return
			}
			sent.Add(mb)
		}
	})
	before := heapBytes()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	response, err := server.pages(limits, at(noon)).Get(ctx, "v1/valores", "", false)
	if err != nil || response.Status != http.StatusInternalServerError {
		t.Fatalf("response %v, error %v", response, err)
	}
	if used := heapBytes() - before; used > 8*mb {
		t.Errorf("%d MB are kept", used/mb)
	}
}

func heapBytes() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

func TestFewLargeResponsesAreInHandAtATime(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = writer.Write([]byte(`{"valores":[]` + fill(" ", 2*mb) + `}`))
	})
	pages := server.pages(limits, at(noon))
	var inHand, most atomic.Int64
	var clients sync.WaitGroup
	for index := range 12 {
		clients.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			// Some are the same, and come from memory.
			if _, err := pages.Get(ctx, "v1/valores", fmt.Sprintf("limite=%d", 1+index/2), false); err != nil {
				t.Error(err)
			}
			most.Store(max(most.Load(), inHand.Add(1)))
			time.Sleep(2 * time.Millisecond)
			inHand.Add(-1)
		})
	}
	clients.Wait()
	// Those who share a request share its place.
	if most.Load() > 2*maxLarge {
		t.Errorf("%d large responses were in hand", most.Load())
	}
	for range maxLarge {
		if err := pages.large.enter(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// watchedBodies calls back when so much of a body has been read.
type watchedBodies struct {
	bytes   int
	reached func()
}

func (w watchedBodies) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(request)
	if err == nil {
		response.Body = &watchedBody{response.Body, w.bytes, w.reached}
	}
	return response, err
}

type watchedBody struct {
	io.ReadCloser
	left    int
	reached func()
}

func (w *watchedBody) Read(buffer []byte) (int, error) {
	count, err := w.ReadCloser.Read(buffer)
	if w.left -= count; w.left <= 0 {
		w.reached()
	}
	return count, err
}

func TestWhoeverLeavesWhileWaitingForAPlaceTakesNone(t *testing.T) {
	server := startAPI(t, func(writer http.ResponseWriter, _ *http.Request) {
		_, _ = writer.Write([]byte(`{"valores":[]` + fill(" ", 2*mb) + `}`))
	})
	pages := server.pages(limits, at(noon))
	for range maxLarge {
		if err := pages.large.enter(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	// It waits for a place once it has read as much as a small response.
	pages.client.http = &http.Client{Transport: watchedBodies{largeBodyBytes, cancel}}
	if _, err := pages.Get(ctx, "v1/valores", "", false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	// A small one needs no place.
	small := startAPI(t, echo).pages(limits, at(noon))
	small.large = pages.large
	get(t, small, "v1/valores", "")
	for range maxLarge {
		pages.large.leave()
	}
	next, done := context.WithCancel(context.Background())
	defer done()
	if _, err := pages.Get(next, "v1/valores", "", false); err != nil {
		t.Error(err)
	}
}
