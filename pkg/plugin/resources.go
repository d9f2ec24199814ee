package plugin

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// statusPath answers whether the backend runs, without a request to the API.
const statusPath = "status"

// resourceHandler serves the pages of the API to the plugin in browsers, in place of Grafana's data proxy.
func resourceHandler(pages *telemetry.Pages) http.Handler {
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		path := strings.TrimPrefix(request.URL.EscapedPath(), "/")
		if path == statusPath {
			// Grafana expects JSON.
			writeJSON(writer, http.StatusOK, map[string]bool{"running": true})
			return
		}
		if request.Method != http.MethodGet || !telemetry.Allows(path) {
			writeProblem(writer, http.StatusNotFound, "The data source has no such resource.")
			return
		}
		// Ends when the response was sent.
		ctx, done := context.WithCancel(request.Context())
		defer done()
		response, err := pages.Get(ctx, path, request.URL.RawQuery, request.Header.Get("Cache-Control") == "no-cache")
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
		setIfKnown(header, "Retry-After", response.RetryAfter)
		writer.WriteHeader(response.Status)
		_, _ = writer.Write(response.Body)
	})
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
