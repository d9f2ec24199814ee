// Package telemetry sends requests to the telemetry API: with the address, key, TLS and proxy settings of a data source, each page once
// for everybody who wants it at the same time, and pages that cannot change from memory.
package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"telemetria-industrial-datasource/pkg/jsontext"
)

// maxBodyBytes is far more than a page of 5,000 rows has, also after it was decompressed.
const maxBodyBytes = 32 << 20

// largeBodyBytes is more than pages as the plugin requests them have, except lists of thousands of devices.
const largeBodyBytes = 1 << 20

// maxLarge is how many large responses of a data source are in hand at a time: each takes up to maxBodyBytes, and several times that
// while it is decoded.
const maxLarge = 2

// maxTextBytes is how much is kept of a body that is no JSON: the core reads the beginning of error pages.
const maxTextBytes = 64 << 10

// bounds are what a page may have: far more than the plugin requests, as a server may ignore the parameter limite.
var bounds = jsontext.Bounds{Depth: jsontext.MaxDepth, TokenBytes: 1 << 20, DecodedBytes: 256 << 20}

// rowsFactor is how many times the rows that the specification allows in a response are read.
const rowsFactor = 10

// Client sends GET requests to one API with one key.
type Client struct {
	http       *http.Client
	baseURL    string
	apiKey     string
	operations *Operations
}

// NewClient takes an HTTP client that has the TLS, proxy and time settings of the data source.
func NewClient(client *http.Client, baseURL, apiKey string, operations *Operations) *Client {
	configured := *client
	// Following a redirect could send the key elsewhere.
	configured.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{http: &configured, baseURL: strings.TrimRight(baseURL, "/"), apiKey: apiKey, operations: operations}
}

// get sends a request. known is the page that the API sent the last time, nil if it is not in memory: an API that says that it has not
// changed need not send it again. admit is called once if the body turns out to be large, and waits until there is room for it.
func (c *Client) get(ctx context.Context, wanted *request, known *Page, admit func(context.Context) error) (*Page, error) {
	address := c.baseURL + "/" + wanted.path
	if wanted.query != "" {
		address += "?" + wanted.query
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errors.New("the URL of the data source cannot be used")
	}
	request.Header.Set("Accept", "application/json")
	if c.apiKey != "" {
		request.Header.Set("Authorization", "Bearer "+c.apiKey)
	}
	if known != nil && known.etag != "" {
		request.Header.Set("If-None-Match", known.etag)
	}
	received, err := c.http.Do(request)
	if err != nil {
		return nil, c.withoutAddress(err)
	}
	defer func() { _ = received.Body.Close() }()
	page := &Page{
		Status: received.StatusCode, Date: received.Header.Get("Date"), RetryAfter: received.Header.Get("Retry-After"),
		etag: received.Header.Get("ETag"),
	}
	if page.Status == http.StatusNotModified && request.Header.Get("If-None-Match") != "" {
		unchanged := *known
		unchanged.Date = page.Date
		if unchanged.unpackedBytes() >= largeBodyBytes {
			err = admit(ctx)
		}
		return &unchanged, err
	}
	body, err := readBody(ctx, received.Body, admit)
	if err != nil {
		return nil, c.withoutAddress(err)
	}
	if len(body) > maxBodyBytes {
		return page.refused(wanted.operation, fmt.Errorf("more than %d MB", maxBodyBytes>>20)), nil
	}
	page.Body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if !looksLikeJSON(page.Body) {
		page.Body = bytes.Clone(page.Body[:min(len(page.Body), maxTextBytes)])
		return page, nil
	}
	pageBounds := bounds
	pageBounds.Rows = rowsFactor * wanted.operation.MaxRows
	cursor, err := jsontext.CheckPage(page.Body, pageBounds, "siguiente")
	if err != nil {
		return page.refused(wanted.operation, err), nil
	}
	if string(cursor) != "null" {
		page.cursor = string(cursor)
	}
	return page, nil
}

// admission lets few large responses in; the others wait.
type admission chan struct{}

func newAdmission() admission { return make(admission, maxLarge) }

// enter waits for a place until ctx ends.
func (a admission) enter(ctx context.Context) error {
	select {
	case a <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (a admission) leave() { <-a }

// readBody reads a body, or one byte more than is allowed.
func readBody(ctx context.Context, body io.Reader, admit func(context.Context) error) ([]byte, error) {
	limited := io.LimitReader(body, maxBodyBytes+1)
	small, err := io.ReadAll(io.LimitReader(limited, largeBodyBytes))
	if err != nil || len(small) < largeBodyBytes {
		return small, err
	}
	if err := admit(ctx); err != nil {
		return nil, err
	}
	large := bytes.NewBuffer(make([]byte, 0, 4*largeBodyBytes))
	large.Write(small)
	_, err = large.ReadFrom(limited)
	return large.Bytes(), err
}

// looksLikeJSON is true if a parser of JSON would read more than the first token.
func looksLikeJSON(body []byte) bool {
	text := bytes.TrimLeft(body, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[')
}

// refused is an answer in the place of one that must not be decoded. It is no error, which would be taken for a broken connection
// and tried again. The status stays if it says something.
func (p *Page) refused(operation *operation, reason error) *Page {
	refused := *p
	problem := map[string]string{"message": fmt.Sprintf("the response of %s was not read: %s", operation.Path, reason)}
	if refused.Status < http.StatusBadRequest {
		refused.Status = http.StatusInternalServerError
		// By which the core tells it from a failure of the API.
		problem["unread"] = reason.Error()
	}
	refused.Body, _ = json.Marshal(problem)
	return &refused
}
