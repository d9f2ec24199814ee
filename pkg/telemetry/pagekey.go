package telemetry

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// pageKey is where a page is kept. Pages of the same window or list, in the order of their cursors, have the same list.
type pageKey struct {
	list   string
	cursor string
}

func (k pageKey) String() string { return k.list + cursorMark + url.QueryEscape(k.cursor) }

// cursorMark separates the cursor in a key; it is in no encoded parameter.
const cursorMark = "|"

// parameters are those of the specification, and how the plugin writes them.
var parameters = map[string]map[string]func(string) bool{
	HistoryPath: {
		"dispositivo": isText, "tag": isText, "desde": isInstant, "hasta": isInstant, "limite": isCount, "siguiente": isText,
		"intervalo": isOneOf(rawLevel, "1m", "1h", "1d"),
	},
	"v1/alertas": {
		"desde": isInstant, "hasta": isInstant, "estado": isOneOf("todas", "abiertas"), "limite": isCount, "siguiente": isText,
	},
	"v1/dispositivos": {"limite": isCount, "siguiente": isText},
	"v1/valores":      {"dispositivo": isText, "limite": isCount, "siguiente": isText},
}

// keyOf returns the key of a request as the plugin sends it, whatever the order of its parameters. ok is false for any other, which
// is passed on but neither kept nor shared, so that nobody fills the memory, or empties it, with requests of his own.
func keyOf(path, query string) (key pageKey, ok bool) {
	params, err := url.ParseQuery(query)
	if err != nil {
		return pageKey{}, false
	}
	known := parameters[path]
	for name, values := range params {
		isValid := known[name]
		if isValid == nil || len(values) != 1 || !isValid(values[0]) {
			return pageKey{}, false
		}
	}
	key.cursor = params.Get("siguiente")
	params.Del("siguiente")
	// Sorted by name.
	key.list = path + "?" + params.Encode()
	return key, true
}

func isText(value string) bool { return value != "" }

func isCount(value string) bool {
	count, err := strconv.Atoi(value)
	return err == nil && count > 0 && strconv.Itoa(count) == value
}

// instantForm is that of JavaScript's toISOString.
const instantForm = "2006-01-02T15:04:05.000Z"

func isInstant(value string) bool {
	_, err := time.Parse(instantForm, value)
	return err == nil
}

func isOneOf(words ...string) func(string) bool {
	return func(value string) bool {
		for _, word := range words {
			if value == word {
				return true
			}
		}
		return false
	}
}

// isRefusedCursor is true for a status that may be about a cursor.
func isRefusedCursor(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return false
	}
	return status >= 400 && status < 500
}

// listOf is the list of a key of the cache.
func listOf(key string) string {
	list, _, _ := strings.Cut(key, cursorMark)
	return list
}
