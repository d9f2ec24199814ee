package telemetry

import (
	"fmt"
	"net/http"
	"net/url"
)

// request is a GET request of one of the operations, read once.
type request struct {
	operation *operation
	// path is below the base address, query is encoded.
	path, query string
	params      url.Values
	key         pageKey
	// isKept is false for what the plugin does not send: it is passed on but not kept, so that nobody fills the memory, or empties
	// it, with requests of his own.
	isKept bool
}

// pageKey is where a page is kept. Pages of the same window or list, in the order of their cursors, have the same list.
type pageKey struct {
	list, cursor string
	// passed is what is not kept, as it was sent.
	passed string
}

// parse reads a request, whatever the order of its parameters.
func (o *Operations) parse(path, query string) (*request, error) {
	operation := o.find(path)
	if operation == nil {
		return nil, fmt.Errorf("%q is none of the operations that the data source uses", path)
	}
	r := &request{operation: operation, path: path, query: query}
	params, err := url.ParseQuery(query)
	r.params = params
	r.isKept = err == nil && operation.takes(params)
	if !r.isKept {
		r.key.passed = path + "?" + query
		return r, nil
	}
	list := url.Values{}
	for name, values := range params {
		if name != "siguiente" {
			list[name] = values
		}
	}
	// Sorted by name.
	r.key = pageKey{list: path + "?" + list.Encode(), cursor: params.Get("siguiente")}
	return r, nil
}

// takes is true for parameters as the plugin writes them.
func (o *operation) takes(params url.Values) bool {
	for name, values := range params {
		isValid := o.Params[name]
		if isValid == nil || len(values) != 1 || !isValid(values[0]) {
			return false
		}
	}
	return true
}

// isRefusedCursor is true for a status that may be about a cursor.
func isRefusedCursor(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, http.StatusTooManyRequests:
		return false
	}
	return status >= 400 && status < 500
}
