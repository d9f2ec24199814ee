package telemetry

import "context"

// flight is a request that is being sent, for everybody who waits for it. If its response is large, it has a place until nobody has it
// in hand any more.
type flight struct {
	done     chan struct{}
	page     *Page
	err      error
	inHand   int
	cancel   context.CancelFunc
	hasPlace bool
}

// join takes a place at the request that is in flight for a page, and sends it if there is none. Whoever joins has to wait.
// endSlot is called when the request that takes the slot has ended, or at once if another one is in flight; nil: there is no slot, so
// that nothing is sent, and the result is nil if nothing is in flight.
func (p *Pages) join(request *request, endSlot func()) *flight {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	sent := p.inFlight[request.key]
	switch {
	case sent != nil:
		pagesShared.Inc()
		if endSlot != nil {
			endSlot()
		}
	case endSlot == nil:
		return nil
	default:
		pagesFromAPI.Inc()
		sent = p.start(request, endSlot)
	}
	sent.inHand++
	return sent
}

func (p *Pages) wait(ctx context.Context, request *request, sent *flight) (*Page, error) {
	select {
	case <-sent.done:
		context.AfterFunc(ctx, func() { p.letGo(request.key, sent) })
		return sent.page, sent.err
	case <-ctx.Done():
		p.letGo(request.key, sent)
		return nil, ctx.Err()
	}
}

// start is called with the lock held.
func (p *Pages) start(request *request, endSlot func()) *flight {
	// Not the context of the caller, who may leave while others wait.
	ctx, cancel := context.WithCancel(context.Background())
	sent := &flight{done: make(chan struct{}), cancel: cancel}
	p.inFlight[request.key] = sent
	sentIn := p.memory.generation
	known := p.memory.cache.known(request.key)
	go func() {
		defer endSlot()
		defer cancel()
		sentAt := p.now()
		hasPlace := false
		page, err := p.client.get(ctx, request, known, func(ctx context.Context) error {
			err := p.large.enter(ctx)
			hasPlace = err == nil
			return err
		})
		if err == nil {
			page.sentAt, page.generation = sentAt, sentIn
			if p.isHistory(request) {
				page.decode(request.params.Get("intervalo"))
			}
		}
		p.mutex.Lock()
		defer p.mutex.Unlock()
		sent.page, sent.err = page, err
		p.forget(request.key, sent)
		sent.hasPlace = hasPlace
		if sent.inHand == 0 {
			p.leavePlace(sent)
		}
		if err == nil {
			p.keep(request, page)
		}
		close(sent.done)
	}()
	return sent
}

// letGo is called once by everybody who waited for a request.
func (p *Pages) letGo(key pageKey, sent *flight) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if sent.inHand--; sent.inHand > 0 {
		return
	}
	// Later callers must not get a request that is being cancelled.
	p.forget(key, sent)
	sent.cancel()
	p.leavePlace(sent)
}

func (p *Pages) forget(key pageKey, sent *flight) {
	if p.inFlight[key] == sent {
		delete(p.inFlight, key)
	}
}

func (p *Pages) leavePlace(sent *flight) {
	if sent.hasPlace {
		sent.hasPlace = false
		p.large.leave()
	}
}
