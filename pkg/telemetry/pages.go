package telemetry

import (
	"context"
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
	// MaxRequests is how many requests for pages of history are in flight for all browsers.
	MaxRequests int
}

// Pages answers requests of one data source: from memory, together with others that want the same, or by the API.
type Pages struct {
	client *Client
	now    func() time.Time

	// large are the places of responses that take much memory.
	large admission
	slots *Slots

	mutex    sync.Mutex
	inFlight map[pageKey]*flight
	memory   *memory
}

// NewPages returns an empty cache.
func NewPages(client *Client, limits Limits, now func() time.Time) *Pages {
	slots := NewSlots()
	slots.Open(limits.MaxRequests)
	return &Pages{
		client: client, now: now, large: newAdmission(), slots: slots, inFlight: map[pageKey]*flight{}, memory: newMemory(limits, now),
	}
}

// Get returns the response to GET path?query. path is below the base address, query is encoded. A request ends when nobody waits for
// it any more.
// ctx: when it ends, the page is not needed any more; few large ones are in hand at a time.
// noCache: the page comes from the API, and replaces the one in memory.
func (p *Pages) Get(ctx context.Context, path, query string, noCache bool) (*Page, error) {
	return p.GetInTurn(ctx, nil, path, query, noCache)
}

// GetInTurn is Get for a browser, which asks for many pages of history at once: those that are not in memory wait for a slot.
// caller: nil if nothing has to wait.
func (p *Pages) GetInTurn(ctx context.Context, caller *Caller, path, query string, noCache bool) (*Page, error) {
	request, err := p.client.operations.parse(path, query)
	if err != nil {
		return nil, err
	}
	usesMemory := request.isKept && !noCache
	if usesMemory {
		if page, err := p.fromMemory(ctx, request.key); page != nil || err != nil {
			return page, err
		}
	}
	if caller == nil || !p.isHistory(request) {
		return p.wait(ctx, request, p.join(request, func() {}))
	}
	// Many browsers that want the same page must not take all slots for one request.
	if sent := p.join(request, nil); sent != nil {
		return p.wait(ctx, request, sent)
	}
	if err := p.slots.Acquire(ctx, caller); err != nil {
		return nil, err
	}
	endSlot := func() { p.slots.Release(caller) }
	if usesMemory {
		// Somebody else may have wanted it meanwhile.
		if page, err := p.fromMemory(ctx, request.key); page != nil || err != nil {
			endSlot()
			return page, err
		}
	}
	return p.wait(ctx, request, p.join(request, endSlot))
}

// fromMemory returns nil if the page is not there.
func (p *Pages) fromMemory(ctx context.Context, key pageKey) (*Page, error) {
	p.mutex.Lock()
	page := p.memory.cache.get(key)
	p.mutex.Unlock()
	if page == nil {
		return nil, nil
	}
	pagesFromMemory.Inc()
	if err := p.admit(ctx, page.unpackedBytes()); err != nil {
		return nil, err
	}
	return page.fromMemory(p.now()), nil
}

// admit waits for the place of a large response in memory, which it has until ctx ends.
func (p *Pages) admit(ctx context.Context, bytes int) error {
	if bytes < largeBodyBytes {
		return nil
	}
	if err := p.large.enter(ctx); err != nil {
		return err
	}
	context.AfterFunc(ctx, p.large.leave)
	return nil
}

// keep is called with the lock held.
func (p *Pages) keep(request *request, page *Page) {
	p.memory.noteAccess(request.operation, page.Status)
	if !request.isKept {
		return
	}
	p.memory.keep(request, page.Packed(), p.isHistory(request))
}

// isHistory is true for the operation whose pages are decoded here.
func (p *Pages) isHistory(request *request) bool {
	return request.operation == p.client.operations.history
}

// Close forgets all pages.
func (p *Pages) Close() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.memory.cache.close()
}
