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
	response, err := pages.Get(ctx, operation, request.URL.RawQuery, request.Header.Get("Cache-Control") == "no-cache")
	if err != nil {
		// As Grafana's data proxy does if nothing answers.
		writeProblem(writer, http.StatusBadGateway, err.Error())
		return
	}
	if response.Status == http.StatusUnauthorized {
		// Also as the proxy does: Grafana takes 401 for the end of the user's own session.
		writeProblem(writer, http.StatusBadRequest, "Authentication to data source failed")
		return
	}
	header := writer.Header()
	header.Set("Content-Type", "application/json")
	setIfKnown(header, "Date", response.Date)
	setIfKnown(header, ageHeader, response.Age)
	setIfKnown(header, "Retry-After", response.RetryAfter)
	writer.WriteHeader(response.Status)
	_, _ = writer.Write(response.Body)
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
