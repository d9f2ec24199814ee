// Package api sends requests to the telemetry API: with the address, key, TLS and proxy settings of a data source, each page once
// for everybody who wants it at the same time, and pages that cannot change from memory.
package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// maxBodyBytes is far more than a page of 5,000 rows has.
const maxBodyBytes = 64 << 20

// allowedPath are the five operations that the plugin uses, as in the routes of plugin.json.
var allowedPath = regexp.MustCompile(`^v1/(lecturas|alertas|dispositivos|valores|exportaciones(/[^/\\?#]+)?)$`)

// Allows is true for the operations that the plugin uses; the key must not be used for anything else. path is encoded. It is checked
// decoded, because a server or a proxy in front of it may decode it before it looks for "/" and "..".
func Allows(path string) bool {
	decoded, err := url.PathUnescape(path)
	return err == nil && allowedPath.MatchString(decoded) && !strings.Contains(decoded, "..")
}

// Response is an answer of the API, whatever its status. It is shared: nobody writes to it.
type Response struct {
	Status     int
	Body       []byte
	Date       string
	RetryAfter string

	// usableUntil is set if the response is a page that cannot change any more.
	usableUntil time.Time
}

// Client sends GET requests to one API with one key.
type Client struct {
	http    *http.Client
	baseURL string
	apiKey  string
}

// NewClient takes an HTTP client that has the TLS, proxy and time settings of the data source.
func NewClient(client *http.Client, baseURL, apiKey string) *Client {
	own := *client
	// Following a redirect could send the key elsewhere.
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{http: &own, baseURL: strings.TrimRight(baseURL, "/"), apiKey: apiKey}
}

// get sends a request. path is below the base address, query is encoded.
func (c *Client) get(ctx context.Context, path, query string) (*Response, error) {
	if !Allows(path) {
		return nil, fmt.Errorf("%q is none of the operations that the data source uses", path)
	}
	address := c.baseURL + "/" + path
	if query != "" {
		address += "?" + query
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, withoutAddress(err)
	}
	request.Header.Set("Accept", "application/json")
	if c.apiKey != "" {
		request.Header.Set("Authorization", "Bearer "+c.apiKey)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBodyBytes+1))
	if err != nil {
		return nil, withoutAddress(err)
	}
	if len(body) > maxBodyBytes {
		// An answer rather than an error, which would be taken for a broken connection and tried again.
		return &Response{
			Status: http.StatusInternalServerError,
			Body:   fmt.Appendf(nil, `{"message":"the response is larger than %d MB"}`, maxBodyBytes>>20),
		}, nil
	}
	return &Response{
		Status:     response.StatusCode,
		Body:       bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")),
		Date:       response.Header.Get("Date"),
		RetryAfter: response.Header.Get("Retry-After"),
	}, nil
}

// withoutAddress drops URL, host and port from an error: viewers of a dashboard need not know them.
func withoutAddress(err error) error {
	var lookup *net.DNSError
	if errors.As(err, &lookup) {
		return errors.New("the host of the URL has no address")
	}
	var operation *net.OpError
	if errors.As(err, &operation) {
		return operation.Err
	}
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}

// dateOf is the server's clock, or the local time if it sends none.
func (r *Response) dateOf(local time.Time) time.Time {
	if date, err := http.ParseTime(r.Date); err == nil && date.Before(local) {
		return date
	}
	return local
}
