package telemetry

import (
	"net/http"
	"net/url"
	"strings"
)

// pageKey is where a page is kept. Pages of the same window or list, in the order of their cursors, have the same list.
type pageKey struct {
	list   string
	cursor string
}

func (k pageKey) String() string { return k.list + cursorMark + url.QueryEscape(k.cursor) }

// cursorMark separates the cursor in a key; it is in no encoded parameter.
const cursorMark = "|"

// keyOf returns the key of a request as the plugin sends it, whatever the order of its parameters. ok is false for any other, which
// is passed on but neither kept nor shared, so that nobody fills the memory, or empties it, with requests of his own.
func (o *Operations) keyOf(path, query string) (key pageKey, ok bool) {
	operation := o.find(path)
	if operation == nil {
		return pageKey{}, false
	}
	params, err := url.ParseQuery(query)
	if err != nil {
		return pageKey{}, false
	}
	for name, values := range params {
		isValid := operation.Params[name]
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
