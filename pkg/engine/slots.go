package engine

import (
	"context"
	"slices"
	"sync"
)

// slots let a number of requests of a lane be in flight at once. The task that has the fewest in flight goes first, so that one
// with thousands of requests does not hold up one with a single request. Some more slots are for tasks that have none in flight, so that
// those need not wait until a slow API answers another one.
type slots struct {
	mutex sync.Mutex
	free  int
	// waiting has the oldest first.
	waiting []*slotWaiter
}

type slotWaiter struct {
	task    *task
	granted chan struct{}
}

// reserved is how many slots are for tasks that have no request in flight.
const reserved = 2

func newSlots() *slots {
	return &slots{free: -1}
}

// open sets how many there are, the first time: it is a setting that the script resolves.
func (s *slots) open(total int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.free < 0 {
		s.free = max(1, total) + reserved
	}
}

// acquire waits for a slot. The caller releases it.
func (s *slots) acquire(ctx context.Context, t *task) error {
	s.mutex.Lock()
	waiter := &slotWaiter{task: t, granted: make(chan struct{})}
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
		s.put(t)
	}
	return ctx.Err()
}

func (s *slots) release(t *task) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.put(t)
}

func (s *slots) put(t *task) {
	t.inFlight--
	s.free++
	s.grant()
}

func (s *slots) grant() {
	for s.free > 0 && len(s.waiting) > 0 {
		next := 0
		for index, waiter := range s.waiting {
			if waiter.task.inFlight < s.waiting[next].task.inFlight {
				next = index
			}
		}
		waiter := s.waiting[next]
		if waiter.task.inFlight > 0 && s.free <= reserved {
			return
		}
		s.waiting = slices.Delete(s.waiting, next, next+1)
		s.free--
		waiter.task.inFlight++
		close(waiter.granted)
	}
}
