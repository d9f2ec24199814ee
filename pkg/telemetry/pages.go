package telemetry

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
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

	// large are the places of responses that take much memory.
	large admission

	mutex    sync.Mutex
	inFlight map[string]*flight
	// A *Response that may change at any time, a *packedResponse that cannot, or a *Page under its rowsKey.
	cache *cache
	// generation counts how often the key was refused: what was requested before is not kept.
	generation int
	// refused has the operations that the key may not use at present.
	refused map[*operation]bool
}

// Page is a response with the rows decoded, if it is one of history. Body is without them. If there are no rows although there
// should be, Body is all of it, and the core says what is wrong with it.
type Page struct {
	Response *Response
	Body     []byte
	Rows     *HistoryRows
}

// rowsKey is where the decoded rows of a page are kept: alert rules need them, browsers the body.
func rowsKey(key string) string { return key + cursorMark + "rows" }

// flight is a request that is being sent, for everybody who waits for it. If its response is large, it has a place until nobody has it
// in hand any more.
type flight struct {
	done     chan struct{}
	response *Response
	err      error
	inHand   int
	cancel   context.CancelFunc
	hasPlace bool
}

// NewPages returns an empty cache.
func NewPages(client *Client, limits Limits, now func() time.Time) *Pages {
	return &Pages{
		client: client, limits: limits, now: now, inFlight: map[string]*flight{}, cache: newCache(limits.MaxBytes, now),
		large: newAdmission(), refused: map[*operation]bool{},
	}
}

// GetPage is Get with the rows of history decoded.
func (p *Pages) GetPage(ctx context.Context, path, query string, noCache bool) (*Page, error) {
	key, isKept := p.client.operations.keyOf(path, query)
	if isKept && !noCache {
		if page, ok := p.cached(rowsKey(key.String())).(*Page); ok {
			pagesFromMemory.Inc()
			return page, nil
		}
	}
	response, err := p.Get(ctx, path, query, noCache)
	if err != nil {
		return nil, err
	}
	if !p.isHistory(path) || response.Status != http.StatusOK {
		return &Page{Response: response, Body: response.Body}, nil
	}
	params, err := url.ParseQuery(query)
	if err != nil {
		return nil, err
	}
	body, rows := DecodeHistoryPage(response.Body, params.Get("intervalo"))
	page := &Page{Response: response, Body: body, Rows: rows}
	if isKept && !response.usableUntil.IsZero() && rows != nil {
		p.keepRows(rowsKey(key.String()), page)
	}
	return page, nil
}

func (p *Pages) keepRows(key string, page *Page) {
	response := *page.Response
	response.Body = nil // which is kept on its own
	kept := &Page{Response: &response, Body: page.Body, Rows: page.Rows}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if response.generation == p.generation {
		p.cache.put(key, kept, heldBytes(len(kept.Body)+8*len(kept.Rows.Columns)), response.usableUntil)
	}
}

// Get returns the response to GET path?query. A request ends when nobody waits for it any more.
// ctx: when it ends, the response is not needed any more; few large ones are in hand at a time.
// noCache: the response comes from the API, and replaces the one in memory.
func (p *Pages) Get(ctx context.Context, path, query string, noCache bool) (*Response, error) {
	page, isKept := p.client.operations.keyOf(path, query)
	key := page.String()
	if !isKept {
		key = path + cursorMark + query // which is no key of the cache
	}
	if isKept && !noCache {
		switch found := p.cached(key).(type) {
		case *Response:
			pagesFromMemory.Inc()
			if err := p.admit(ctx, len(found.Body)); err != nil {
				return nil, err
			}
			return found.fromMemory(p.now()), nil
		case *packedResponse:
			pagesFromMemory.Inc()
			if err := p.admit(ctx, found.unpackedBytes); err != nil {
				return nil, err
			}
			response, err := found.unpack()
			if err != nil {
				return nil, err
			}
			return response.fromMemory(p.now()), nil
		}
	}
	p.mutex.Lock()
	request, ok := p.inFlight[key]
	if ok {
		pagesShared.Inc()
	} else {
		pagesFromAPI.Inc()
		request = p.start(key, page, path, query, isKept)
	}
	request.inHand++
	p.mutex.Unlock()

	select {
	case <-request.done:
		context.AfterFunc(ctx, func() { p.letGo(key, request) })
		return request.response, request.err
	case <-ctx.Done():
		p.letGo(key, request)
		return nil, ctx.Err()
	}
}

// fromMemory returns the response with its age. Others may have the same one in hand.
func (r *Response) fromMemory(now time.Time) *Response {
	aged := *r
	aged.Age = strconv.Itoa(int(now.Sub(r.sentAt).Seconds()))
	return &aged
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

// letGo is called once by everybody who waited for a request.
func (p *Pages) letGo(key string, request *flight) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if request.inHand--; request.inHand > 0 {
		return
	}
	// Later callers must not get a request that is being cancelled.
	if p.inFlight[key] == request {
		delete(p.inFlight, key)
	}
	request.cancel()
	p.leavePlace(request)
}

func (p *Pages) leavePlace(request *flight) {
	if request.hasPlace {
		request.hasPlace = false
		p.large.leave()
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

func (p *Pages) start(key string, page pageKey, path, query string, isKept bool) *flight {
	// Not the context of the caller, who may leave while others wait.
	ctx, cancel := context.WithCancel(context.Background())
	request := &flight{done: make(chan struct{}), cancel: cancel}
	p.inFlight[key] = request
	sentIn := p.generation
	go func() {
		defer cancel()
		sentAt := p.now()
		hasPlace := false
		request.response, request.err = p.client.get(ctx, path, query, func(ctx context.Context) error {
			err := p.large.enter(ctx)
			hasPlace = err == nil
			return err
		})
		p.mutex.Lock()
		if p.inFlight[key] == request {
			delete(p.inFlight, key)
		}
		request.hasPlace = hasPlace
		if request.inHand == 0 {
			p.leavePlace(request)
		}
		if request.err == nil {
			request.response.generation = sentIn
			request.response.sentAt = sentAt
			p.noteAccess(path, request.response.Status)
			if isKept {
				p.keep(page, path, query, request.response, sentAt)
			}
		}
		p.mutex.Unlock()
		close(request.done)
	}()
	return request
}

// noteAccess empties the memory when the API begins to refuse the key for an operation: a key that was revoked, or lost a permission,
// must not be answered from memory. A key that never had the permission empties it once.
func (p *Pages) noteAccess(path string, status int) {
	operation := p.client.operations.find(path)
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		if !p.refused[operation] {
			p.refused[operation] = true
			p.generation++
			p.cache.clear()
		}
	case status < 300:
		delete(p.refused, operation)
	}
}

// keep stores a response as long as it may be used.
func (p *Pages) keep(page pageKey, path, query string, response *Response, sentAt time.Time) {
	key := page.String()
	p.cache.remove(rowsKey(key))
	switch {
	case response.generation != p.generation:
		p.cache.remove(key)
	case isRefusedCursor(response.Status):
		p.forgetPagesBefore(page)
	case response.Status != http.StatusOK:
	case p.isSettled(path, query, response, sentAt):
		response.usableUntil = sentAt.Add(p.limits.MaxAge)
		if p.cache.put(key, response, heldBytes(len(response.Body)), response.usableUntil) {
			go p.pack(key, response)
		}
	default:
		p.cache.put(key, response, heldBytes(len(response.Body)), sentAt.Add(sharedFor))
		time.AfterFunc(sharedFor, func() { p.ifCurrent(key, response, func() { p.cache.remove(key) }) })
	}
}

// pack takes a while, for which nobody waits.
func (p *Pages) pack(key string, response *Response) {
	packed := pack(response)
	p.ifCurrent(key, response, func() { p.cache.put(key, packed, heldBytes(len(packed.body)), response.usableUntil) })
}

// ifCurrent calls do with the lock held if the response is still the one in memory.
func (p *Pages) ifCurrent(key string, response *Response, do func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.cache.get(key) == response {
		do()
	}
}

// forgetPagesBefore removes the pages of a list if the API refuses the cursor that one of them has: it may be too old. Any other cursor
// is not from here.
func (p *Pages) forgetPagesBefore(page pageKey) {
	if page.cursor == "" {
		return
	}
	isOfList := func(key string) bool { return listOf(key) == page.list }
	isKnown := p.cache.some(func(key string, value any) bool { return isOfList(key) && nextCursorOf(value) == page.cursor })
	if isKnown {
		p.cache.removeAll(isOfList)
	}
}

// nextCursorOf is the cursor that a value of the cache leads to.
func nextCursorOf(value any) string {
	response := &Response{}
	switch value := value.(type) {
	case *Response:
		response = value
	case *packedResponse:
		response = &value.response
	case *Page:
		response = value.Response
	}
	if strings.HasPrefix(response.cursor, `"`) {
		return unquote([]byte(response.cursor))
	}
	return response.cursor
}

// isHistory is true for the operation whose pages are decoded here.
func (p *Pages) isHistory(path string) bool {
	operations := p.client.operations
	return operations.find(path) == operations.history
}

// isSettled is true for a page of history whose window no reading can enter any more.
func (p *Pages) isSettled(path, query string, response *Response, sentAt time.Time) bool {
	if !p.isHistory(path) {
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
