package api

import (
	"container/list"
	"context"
	"net/url"
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

// Stats count since the start.
type Stats struct {
	Requests, Hits, Shared uint64
	CachedBytes            int
}

// Pages answers requests of one data source: from memory, together with others that want the same, or by the API.
type Pages struct {
	client *Client
	limits Limits
	now    func() time.Time

	mutex    sync.Mutex
	inFlight map[string]*flight
	cached   map[string]*list.Element // of *cachedPage
	order    *list.List               // most recently used first
	stats    Stats
}

type cachedPage struct {
	key      string
	response *Response
	bytes    int
	storedAt time.Time
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
func (p *Pages) Get(ctx context.Context, path, query string) (*Response, error) {
	key := path + "?" + query
	p.mutex.Lock()
	if response := p.lookup(key); response != nil {
		p.stats.Hits++
		p.mutex.Unlock()
		return response, nil
	}
	request, ok := p.inFlight[key]
	if ok {
		p.stats.Shared++
	} else {
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

// Stats returns the counts so far.
func (p *Pages) Stats() Stats {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.stats
}

func (p *Pages) start(key, path, query string) *flight {
	// Not the context of the caller, who may leave while others wait.
	ctx, cancel := context.WithCancel(context.Background())
	request := &flight{done: make(chan struct{}), cancel: cancel}
	p.inFlight[key] = request
	p.stats.Requests++
	go func() {
		defer cancel()
		sentAt := p.now()
		request.response, request.err = p.client.get(ctx, path, query)
		p.mutex.Lock()
		if p.inFlight[key] == request {
			delete(p.inFlight, key)
		}
		if request.err == nil && p.isSettled(path, query, request.response, sentAt) {
			p.store(key, request.response, sentAt)
		}
		p.mutex.Unlock()
		close(request.done)
	}()
	return request
}

// isSettled is true for a page of history whose window no reading can enter any more.
func (p *Pages) isSettled(path, query string, response *Response, sentAt time.Time) bool {
	if path != "v1/lecturas" || response.Status != 200 {
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
	if p.now().Sub(page.storedAt) > p.limits.MaxAge {
		p.remove(element)
		return nil
	}
	p.order.MoveToFront(element)
	return page.response
}

func (p *Pages) store(key string, response *Response, at time.Time) {
	if former, ok := p.cached[key]; ok {
		p.remove(former)
	}
	page := &cachedPage{key: key, response: response, bytes: heldBytes(response) + len(key), storedAt: at}
	p.cached[key] = p.order.PushFront(page)
	p.stats.CachedBytes += page.bytes
	for p.stats.CachedBytes > p.limits.MaxBytes && p.order.Len() > 0 {
		p.remove(p.order.Back())
	}
}

// heldBytes is what a response takes, with its decoded rows, which need about half as much as their JSON, and the objects around.
func heldBytes(response *Response) int {
	return len(response.Body)*3/2 + 512
}

func (p *Pages) remove(element *list.Element) {
	page := p.order.Remove(element).(*cachedPage)
	delete(p.cached, page.key)
	p.stats.CachedBytes -= page.bytes
}
