package plugin

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// pagesType is the format of docs/columns.md for several pages, with its version.
const pagesType = "application/vnd.telemetria.pages.v1"

// Far more than the plugin requests at once.
const (
	maxQueries      = 500
	maxQueriesBytes = 1 << 20
)

// sendPages sends pages of history as they are ready. The body of the request has their queries, encoded as in a URL.
func sendPages(writer http.ResponseWriter, request *http.Request, pages *telemetry.Pages, operation string) {
	queries := readQueries(request)
	if len(queries) == 0 || len(queries) > maxQueries {
		message := fmt.Sprintf("The body has to be a JSON list of 1 to %d texts, in %d MB at most.", maxQueries, maxQueriesBytes>>20)
		problem(http.StatusBadRequest, message).send(writer)
		return
	}
	// Ends when the response was sent.
	ctx, done := context.WithCancel(request.Context())
	defer done()
	stream := newPageStream(writer, takesGzip(request))
	caller := &telemetry.Caller{}
	var sending sync.WaitGroup
	for index, query := range queries {
		sending.Go(func() {
			// A large page is in hand until it was sent.
			ctx, done := context.WithCancel(ctx)
			defer done()
			page, err := pages.GetInTurn(ctx, caller, operation, query, bypassesMemory(request))
			if err == nil {
				// It may wait for a slow browser: of a small page, nothing is in hand but what memory has, too.
				if page.IsSmall() {
					done()
				}
				page = page.Packed()
			}
			stream.send(index, func() answer { return answerOf(page, err, true, false) })
		})
	}
	sending.Wait()
	stream.end()
}

// readQueries returns nothing if the body is no list of texts.
func readQueries(request *http.Request) (queries []string) {
	if request.Body == nil {
		return nil
	}
	body, err := io.ReadAll(io.LimitReader(request.Body, maxQueriesBytes+1))
	if err != nil || len(body) > maxQueriesBytes || json.Unmarshal(body, &queries) != nil {
		return nil
	}
	return queries
}

// pageStream writes pages one after the other. It sends them on once no other page is ready.
type pageStream struct {
	mutex sync.Mutex
	ready atomic.Int32
	to    io.Writer
	flush func()
	end   func()
}

func newPageStream(writer http.ResponseWriter, isCompressed bool) *pageStream {
	header := writer.Header()
	header.Set("Content-Type", pagesType)
	// An nginx in front of Grafana would hold pages back until its buffers are full, so that the browser takes the response for silent.
	header.Set("X-Accel-Buffering", "no")
	sendOn := func() { _ = http.NewResponseController(writer).Flush() }
	if !isCompressed {
		return &pageStream{to: writer, flush: sendOn, end: func() {}}
	}
	header.Set("Content-Encoding", "gzip")
	compressor, release := telemetry.NewCompressor(writer)
	return &pageStream{
		to: compressor, end: release,
		flush: func() { _ = compressor.Flush(); sendOn() },
	}
}

// pageHead is what a page of a stream begins with.
type pageHead struct {
	// Page counts the queries from 0.
	Page   int               `json:"page"`
	Status int               `json:"status"`
	Header map[string]string `json:"header"`
}

// send writes a page. It is unpacked when it is its turn: a slow browser must not make all of them wait in memory.
func (s *pageStream) send(index int, unpack func() answer) {
	s.ready.Add(1)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	page := unpack()
	head, _ := json.Marshal(pageHead{index, page.status, page.header})
	begin := append(binary.AppendUvarint(nil, uint64(len(head))), head...)
	begin = binary.AppendUvarint(begin, uint64(len(page.body)))
	// Nobody is told if the browser has left: its requests end with the context.
	_, _ = s.to.Write(begin)
	_, _ = s.to.Write(page.body)
	if s.ready.Add(-1) == 0 {
		s.flush()
	}
}
