package telemetry

import (
	"context"
	"slices"
	"sync"
)

// Slots let a number of requests be in flight at once. The caller that has the fewest in flight goes first, so that one with thousands
// of requests does not hold up one with a single request; those that have as many take turns. Some more slots are for callers that have
// none in flight, so that those need not wait until a slow API answers another one.
type Slots struct {
	mutex sync.Mutex
	free  int
	// waiting has the oldest first.
	waiting []*slotWaiter
	// turns counts when callers came, and when their requests ended.
	turns int
}

// Caller is on whose behalf requests are sent.
type Caller struct {
	inFlight int
	// turn is when it came, or when its last request ended.
	turn int
}

type slotWaiter struct {
	caller  *Caller
	granted chan struct{}
}

// reserved is how many slots are for callers that have no request in flight.
const reserved = 2

// NewSlots returns slots that nobody gets before they are open.
func NewSlots() *Slots {
	return &Slots{free: -1}
}

// Open sets how many there are, the first time: it is a setting that the script resolves.
func (s *Slots) Open(total int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.free < 0 {
		s.free = max(1, total) + reserved
	}
}

// Acquire waits for a slot, which has to be released.
func (s *Slots) Acquire(ctx context.Context, caller *Caller) error {
	s.mutex.Lock()
	waiter := &slotWaiter{caller: caller, granted: make(chan struct{})}
	if caller.turn == 0 {
		s.endTurn(caller)
	}
	s.waiting = append(s.waiting, waiter)
	s.grant()
	s.mutex.Unlock()
	select {
	case <-waiter.granted:
		return nil
	case <-ctx.Done():
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if index := slices.Index(s.waiting, waiter); index >= 0 {
		s.waiting = slices.Delete(s.waiting, index, index+1)
	} else {
		s.put(caller)
	}
	return ctx.Err()
}

// Release is called by whoever acquired a slot.
func (s *Slots) Release(caller *Caller) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.put(caller)
}

func (s *Slots) put(caller *Caller) {
	caller.inFlight--
	s.endTurn(caller)
	s.free++
	s.grant()
}

// endTurn puts a caller behind all others that have as many requests in flight.
func (s *Slots) endTurn(caller *Caller) {
	s.turns++
	caller.turn = s.turns
}

func (s *Slots) grant() {
	for s.free > 0 && len(s.waiting) > 0 {
		next := 0
		for index, waiter := range s.waiting {
			if waiter.caller.isBefore(s.waiting[next].caller) {
				next = index
			}
		}
		waiter := s.waiting[next]
		if waiter.caller.inFlight > 0 && s.free <= reserved {
			return
		}
		s.waiting = slices.Delete(s.waiting, next, next+1)
		s.free--
		waiter.caller.inFlight++
		close(waiter.granted)
	}
}

// isBefore is false for the caller itself: its oldest request goes first.
func (c *Caller) isBefore(other *Caller) bool {
	if c.inFlight != other.inFlight {
		return c.inFlight < other.inFlight
	}
	return c.turn < other.turn
}
