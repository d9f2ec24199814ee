package plugin

import (
	"context"
	"encoding/json"
	"net/http"
	"path"
	"strings"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// ageHeader has the age of a response from memory. Not the one of HTTP, which caches on the way to the API set of their own accord.
const ageHeader = "X-Telemetria-Age"

// columnsType is the format of docs/columns.md, with its version.
const columnsType = "application/vnd.telemetria.columns.v1"

// minCompressedBytes is what fits in a packet.
const minCompressedBytes = 1400

// newResourceMux serves the pages of the API to the plugin in browsers, in place of Grafana's data proxy.
func newResourceMux(pages *telemetry.Pages, operations *telemetry.Operations) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/status", sendStatus)
	mux.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) {
		operation := strings.TrimPrefix(request.URL.EscapedPath(), "/")
		switch {
		case !operations.Allows(operation):
			sendNotFound(writer, request)
		case request.Method == http.MethodGet:
			sendPage(writer, request, pages, operation)
		case request.Method == http.MethodPost && operations.IsHistory(operation):
			sendPages(writer, request, pages, operation)
		default:
			sendNotFound(writer, request)
		}
	})
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		// The mux redirects these to where "." and ".." lead, but no path of a resource has any.
		if escaped := request.URL.EscapedPath(); path.Clean(escaped) != strings.TrimSuffix(escaped, "/") {
			sendNotFound(writer, request)
			return
		}
		mux.ServeHTTP(writer, request)
	})
}

// sendStatus says that the backend runs, without a request to the API. Grafana expects JSON.
func sendStatus(writer http.ResponseWriter, _ *http.Request) {
	answer{http.StatusOK, map[string]string{"Content-Type": "application/json"}, []byte(`{"running":true}`)}.send(writer)
}

func sendNotFound(writer http.ResponseWriter, _ *http.Request) {
	problem(http.StatusNotFound, "The data source has no such resource.").send(writer)
}

// sendPage sends a page of one of the operations that the plugin uses.
func sendPage(writer http.ResponseWriter, request *http.Request, pages *telemetry.Pages, operation string) {
	// Ends when the response was sent.
	ctx, done := context.WithCancel(request.Context())
	defer done()
	wantsColumns := request.Header.Get("Accept") == columnsType
	caller := &telemetry.Caller{}
	page, err := pages.GetInTurn(ctx, caller, operation, request.URL.RawQuery, bypassesMemory(request))
	if err == nil && page.Body == nil && !wantsColumns {
		// A browser tab that is older than this backend: memory has no JSON for it. If the page is large, it has to give up its place first.
		done()
		again, done := context.WithCancel(request.Context())
		defer done()
		page, err = pages.GetInTurn(again, caller, operation, request.URL.RawQuery, true)
	}
	answerOf(page, err, wantsColumns, takesGzip(request)).send(writer)
}

// answer is what a browser gets of a page.
type answer struct {
	status int
	header map[string]string
	body   []byte
}

// answerOf returns what is sent of a page, compressed if that is wanted: Grafana's own compression leaves resources out.
func answerOf(page *telemetry.Page, err error, wantsColumns, isCompressed bool) answer {
	if err != nil {
		// As Grafana's data proxy does if nothing answers.
		return problem(http.StatusBadGateway, err.Error())
	}
	if page.Status == http.StatusUnauthorized {
		// Also as the proxy does: Grafana takes 401 for the end of the user's own session.
		return problem(http.StatusBadRequest, "Authentication to data source failed")
	}
	header := map[string]string{"Content-Type": "application/json"}
	for name, value := range map[string]string{"Date": page.Date, ageHeader: page.Age, "Retry-After": page.RetryAfter} {
		if value != "" {
			header[name] = value
		}
	}
	body := page.Body
	switch {
	case wantsColumns && page.HasColumns():
		header["Content-Type"] = columnsType
		if body, err = page.Columns(isCompressed); err != nil {
			return problem(http.StatusInternalServerError, err.Error())
		}
	case isCompressed && len(body) >= minCompressedBytes:
		body = telemetry.Compress(body)
	default:
		isCompressed = false
	}
	if isCompressed {
		header["Content-Encoding"] = "gzip"
	}
	return answer{page.Status, header, body}
}

func bypassesMemory(request *http.Request) bool {
	return request.Header.Get("Cache-Control") == "no-cache"
}

// takesGzip is true for every browser. A test or a script may say nothing, or refuse it.
func takesGzip(request *http.Request) bool {
	for encoding := range strings.SplitSeq(request.Header.Get("Accept-Encoding"), ",") {
		if strings.TrimSpace(encoding) == "gzip" {
			return true
		}
	}
	return false
}

func problem(status int, message string) answer {
	body, _ := json.Marshal(map[string]string{"message": message})
	return answer{status, map[string]string{"Content-Type": "application/json"}, body}
}

func (a answer) send(writer http.ResponseWriter) {
	for name, value := range a.header {
		writer.Header().Set(name, value)
	}
	writer.WriteHeader(a.status)
	_, _ = writer.Write(a.body)
}
