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
	mux.HandleFunc("/", func(writer http.ResponseWriter, request *http.Request) { sendPage(writer, request, pages, operations) })
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
	writeJSON(writer, http.StatusOK, map[string]bool{"running": true})
}

func sendNotFound(writer http.ResponseWriter, _ *http.Request) {
	writeProblem(writer, http.StatusNotFound, "The data source has no such resource.")
}

// sendPage sends a page of one of the operations that the plugin uses.
func sendPage(writer http.ResponseWriter, request *http.Request, pages *telemetry.Pages, operations *telemetry.Operations) {
	operation := strings.TrimPrefix(request.URL.EscapedPath(), "/")
	if request.Method != http.MethodGet || !operations.Allows(operation) {
		sendNotFound(writer, request)
		return
	}
	// Ends when the response was sent.
	ctx, done := context.WithCancel(request.Context())
	defer done()
	wantsColumns := request.Header.Get("Accept") == columnsType
	noCache := request.Header.Get("Cache-Control") == "no-cache"
	page, err := pages.Get(ctx, operation, request.URL.RawQuery, noCache)
	if err == nil && page.Body == nil && !wantsColumns {
		// A browser tab that is older than this backend: memory has no JSON for it. If the page is large, it has to give up its place first.
		done()
		again, done := context.WithCancel(request.Context())
		defer done()
		page, err = pages.Get(again, operation, request.URL.RawQuery, true)
	}
	if err != nil {
		// As Grafana's data proxy does if nothing answers.
		writeProblem(writer, http.StatusBadGateway, err.Error())
		return
	}
	if page.Status == http.StatusUnauthorized {
		// Also as the proxy does: Grafana takes 401 for the end of the user's own session.
		writeProblem(writer, http.StatusBadRequest, "Authentication to data source failed")
		return
	}
	header := writer.Header()
	setIfKnown(header, "Date", page.Date)
	setIfKnown(header, ageHeader, page.Age)
	setIfKnown(header, "Retry-After", page.RetryAfter)
	body, err := setBody(header, page, wantsColumns, takesGzip(request))
	if err != nil {
		writeProblem(writer, http.StatusInternalServerError, err.Error())
		return
	}
	writer.WriteHeader(page.Status)
	_, _ = writer.Write(body)
}

// setBody returns what is sent of a page, compressed if possible: Grafana's own compression leaves resources out.
func setBody(header http.Header, page *telemetry.Page, wantsColumns, takesGzip bool) (body []byte, err error) {
	body = page.Body
	isCompressed := false
	header.Set("Content-Type", "application/json")
	switch {
	case wantsColumns && page.HasColumns():
		header.Set("Content-Type", columnsType)
		isCompressed = takesGzip
		body, err = page.Columns(isCompressed)
	case takesGzip && len(body) >= minCompressedBytes:
		isCompressed = true
		body = telemetry.Compress(body)
	}
	if isCompressed {
		header.Set("Content-Encoding", "gzip")
	}
	return body, err
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

func setIfKnown(header http.Header, name, value string) {
	if value != "" {
		header.Set(name, value)
	}
}

func writeProblem(writer http.ResponseWriter, status int, message string) {
	writeJSON(writer, status, map[string]string{"message": message})
}

func writeJSON(writer http.ResponseWriter, status int, body any) {
	writer.Header().Set("Content-Type", "application/json")
	writer.WriteHeader(status)
	_ = json.NewEncoder(writer).Encode(body)
}
