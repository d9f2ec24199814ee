package api

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Limits are the settings of the cache, resolved by the core.
type Limits struct {
	// LateArrival is how late readings can reach the server: a younger window is requested again.
	LateArrival time.Duration
	// MaxAge is how long a page is used.
	MaxAge   time.Duration
	MaxBytes int
}

// sharedFor is how long a response is used that may change at any time, so that many screens which refresh at about the same time
// send one request. No refresh interval of a dashboard is as short.
const sharedFor = time.Second

// Pages answers requests of one data source: from memory, together with others that want the same, or by the API.
type Pages struct {
	client *Client
	limits Limits
	now    func() time.Time

	mutex    sync.Mutex
	inFlight map[string]*flight
	// A *Response that may change at any time, a *packedResponse that cannot, or a *Page under its rowsKey.
	cache *cache
}

// Page is a response with the rows decoded, if it is one of history. Body is without them. If there are no rows although there
// should be, Body is all of it, and the core says what is wrong with it.
type Page struct {
	Response *Response
	Body     []byte
	Rows     *HistoryRows
}

// rowsKey is where the decoded rows of a page are kept: alert rules need them, browsers the body.
func rowsKey(key string) string { return key + "#rows" }

// flight is a request that is being sent, for everybody who waits for it.
type flight struct {
	done     chan struct{}
	response *Response
	err      error
	waiting  int
	cancel   context.CancelFunc
}

// NewPages returns an empty cache.
func NewPages(client *Client, limits Limits, now func() time.Time) *Pages {
	return &Pages{
		client: client, limits: limits, now: now, inFlight: map[string]*flight{}, cache: newCache(limits.MaxBytes, now),
	}
}

// GetPage is Get with the rows of history decoded.
func (p *Pages) GetPage(ctx context.Context, path, query string, noCache bool) (*Page, error) {
	key := rowsKey(path + "?" + query)
	if !noCache {
		if page, ok := p.cached(key).(*Page); ok {
			pagesFromMemory.Inc()
			return page, nil
		}
	}
	response, err := p.Get(ctx, path, query, noCache)
	if err != nil {
		return nil, err
	}
	if path != HistoryPath || response.Status != http.StatusOK {
		return &Page{Response: response, Body: response.Body}, nil
	}
	params, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	body, rows := DecodeHistoryPage(response.Body, params.Get("intervalo"))
	page := &Page{Response: response, Body: body, Rows: rows}
	if !response.usableUntil.IsZero() && rows != nil {
		p.keepRows(key, page)
	}
	return page, nil
}

func (p *Pages) keepRows(key string, page *Page) {
	response := *page.Response
	response.Body = nil // which is kept on its own
	kept := &Page{Response: &response, Body: page.Body, Rows: page.Rows}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.cache.put(key, kept, heldBytes(len(kept.Body)+8*len(kept.Rows.Columns)), response.usableUntil)
}

// Get returns the response to GET path?query. A request ends when nobody waits for it any more.
// noCache: the response comes from the API, and replaces the one in memory.
func (p *Pages) Get(ctx context.Context, path, query string, noCache bool) (*Response, error) {
	key := path + "?" + query
	if !noCache {
		switch found := p.cached(key).(type) {
		case *Response:
			pagesFromMemory.Inc()
			return found, nil
		case *packedResponse:
			pagesFromMemory.Inc()
			return found.unpack()
		}
	}
	p.mutex.Lock()
	request, ok := p.inFlight[key]
	if ok {
		pagesShared.Inc()
	} else {
		pagesFromAPI.Inc()
		request = p.start(key, path, query)
	}
	request.waiting++
	p.mutex.Unlock()

	select {
	case <-request.done:
		return request.response, request.err
	case <-ctx.Done():
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if request.waiting--; request.waiting == 0 {
			// Later callers must not get a request that is being cancelled.
			if p.inFlight[key] == request {
				delete(p.inFlight, key)
			}
			request.cancel()
		}
		return nil, ctx.Err()
	}
}

// Close forgets all pages.
func (p *Pages) Close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.cache.close()
}

func (p *Pages) cached(key string) any {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.cache.get(key)
}

func (p *Pages) start(key, path, query string) *flight {
	// Not the context of the caller, who may leave while others wait.
	ctx, cancel := context.WithCancel(context.Background())
	request := &flight{done: make(chan struct{}), cancel: cancel}
	p.inFlight[key] = request
	go func() {
		defer cancel()
		sentAt := p.now()
		request.response, request.err = p.client.get(ctx, path, query)
		p.mutex.Lock()
		if p.inFlight[key] == request {
			delete(p.inFlight, key)
		}
		if request.err == nil {
			p.keep(key, path, query, request.response, sentAt)
		}
		p.mutex.Unlock()
		close(request.done)
	}()
	return request
}

// keep stores a response as long as it may be used.
func (p *Pages) keep(key, path, query string, response *Response, sentAt time.Time) {
	p.cache.remove(rowsKey(key))
	switch {
	case response.Status >= 400 && response.Status < 500:
		p.forgetPagesBefore(key)
	case response.Status != http.StatusOK:
	case p.isSettled(path, query, response, sentAt):
		response.usableUntil = sentAt.Add(p.limits.MaxAge)
		p.cache.put(key, response, heldBytes(len(response.Body)), response.usableUntil)
		go p.pack(key, response)
	default:
		p.cache.put(key, response, heldBytes(len(response.Body)), sentAt.Add(sharedFor))
		time.AfterFunc(sharedFor, func() { p.change(key, response, func() { p.cache.remove(key) }) })
	}
}

// pack takes a while, for which nobody waits.
func (p *Pages) pack(key string, response *Response) {
	packed := pack(response)
	p.change(key, response, func() { p.cache.put(key, packed, heldBytes(len(packed.body)), response.usableUntil) })
}

// change does something about a response in memory, unless it was replaced meanwhile.
func (p *Pages) change(key string, response *Response, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.cache.get(key) == response {
		do()
	}
}

// forgetPagesBefore removes the pages whose cursors led to one that the API refuses: their cursors may be too old.
func (p *Pages) forgetPagesBefore(key string) {
	if window, _, hasCursor := strings.Cut(key, "&siguiente="); hasCursor {
		p.cache.removeByPrefix(window)
	}
}

// isSettled is true for a page of history whose window no reading can enter any more.
func (p *Pages) isSettled(path, query string, response *Response, sentAt time.Time) bool {
	if path != HistoryPath {
		return false
	}
	params, err := url.ParseQuery(query)
	if err != nil {
		return false
	}
	to, err := time.Parse(time.RFC3339Nano, params.Get("hasta"))
	return err == nil && !to.After(response.dateOf(sentAt).Add(-p.limits.LateArrival))
}

// heldBytes is what a value takes with the objects around it.
func heldBytes(bytes int) int {
	return bytes + 1024
}
