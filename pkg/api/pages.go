package api

import (
	"container/list"
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
	cached   map[string]*list.Element // of *cachedPage
	order    *list.List               // most recently used first
	bytes    int
}

type cachedPage struct {
	key         string
	response    *Response
	bytes       int
	usableUntil time.Time
}

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
		client: client, limits: limits, now: now,
		inFlight: map[string]*flight{}, cached: map[string]*list.Element{}, order: list.New(),
	}
}

// Get returns the response to GET path?query. A request ends when nobody waits for it any more.
// noCache: the response comes from the API, and replaces the one in memory.
func (p *Pages) Get(ctx context.Context, path, query string, noCache bool) (*Response, error) {
	key := path + "?" + query
	p.mutex.Lock()
	if !noCache {
		if response := p.lookup(key); response != nil {
			p.mutex.Unlock()
			pagesFromMemory.Inc()
			return response, nil
		}
	}
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
	p.limits.MaxBytes = 0
	p.evict()
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

func (p *Pages) keep(key, path, query string, response *Response, sentAt time.Time) {
	switch {
	case response.Status >= 400 && response.Status < 500:
		p.forgetPagesBefore(key)
	case response.Status != http.StatusOK:
	case p.isSettled(path, query, response, sentAt):
		p.store(key, response, sentAt.Add(p.limits.MaxAge))
	default:
		p.store(key, response, sentAt.Add(sharedFor))
	}
}

// forgetPagesBefore removes the pages whose cursors led to one that the API refuses: their cursors may be too old.
func (p *Pages) forgetPagesBefore(key string) {
	window, _, hasCursor := strings.Cut(key, "&siguiente=")
	if !hasCursor {
		return
	}
	for other, element := range p.cached {
		if strings.HasPrefix(other, window) {
			p.remove(element)
		}
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

func (p *Pages) lookup(key string) *Response {
	element, ok := p.cached[key]
	if !ok {
		return nil
	}
	page := element.Value.(*cachedPage)
	if p.now().After(page.usableUntil) {
		p.remove(element)
		return nil
	}
	p.order.MoveToFront(element)
	return page.response
}

func (p *Pages) store(key string, response *Response, usableUntil time.Time) {
	if former, ok := p.cached[key]; ok {
		p.remove(former)
	}
	page := &cachedPage{key: key, response: response, bytes: heldBytes(response) + len(key), usableUntil: usableUntil}
	p.cached[key] = p.order.PushFront(page)
	p.resize(page.bytes)
	p.evict()
}

// evict removes the pages that do not fit, least recently used first.
func (p *Pages) evict() {
	for p.bytes > p.limits.MaxBytes && p.order.Len() > 0 {
		p.remove(p.order.Back())
	}
}

func (p *Pages) resize(byBytes int) {
	p.bytes += byBytes
	cachedBytes.Add(float64(byBytes))
}

// heldBytes is what a response takes, with its decoded rows, which need about half as much as their JSON, and the objects around.
func heldBytes(response *Response) int {
	return len(response.Body)*3/2 + 512
}

func (p *Pages) remove(element *list.Element) {
	page := p.order.Remove(element).(*cachedPage)
	delete(p.cached, page.key)
	p.resize(-page.bytes)
}
