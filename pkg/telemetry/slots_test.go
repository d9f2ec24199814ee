package telemetry

import (
	"context"
	"testing"

	"telemetria-industrial-datasource/pkg/testwait"
)

func TestTheCallerWithTheFewestRequestsInFlightIsNext(t *testing.T) {
	slots := NewSlots()
	slots.Open(2)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	many, one := &Caller{}, &Caller{}
	// Two for it, and those that are reserved for others.
	for _, holder := range []*Caller{many, many, {}, {}} {
		if err := slots.Acquire(ctx, holder); err != nil {
			t.Fatal(err)
		}
	}
	granted := make(chan *Caller)
	want := func(next *Caller) {
		waiting := slots.waitingForTest()
		go func() {
			if slots.Acquire(ctx, next) == nil {
				granted <- next
			}
		}()
		testwait.Until(t, "the caller to wait for a slot", func() bool { return slots.waitingForTest() > waiting })
	}
	want(many)
	want(one)
	slots.Release(many)
	if next := <-granted; next != one {
		t.Error("the caller with another request in flight was first")
	}
	// Whoever waits and leaves does not take a slot with it.
	cancel()
	testwait.Until(t, "nobody to wait for a slot", func() bool { return slots.waitingForTest() == 0 })
	slots.Release(many)
	slots.Release(one)
	if slots.free != 2 {
		t.Errorf("%d slots are free", slots.free)
	}
}

func (s *Slots) waitingForTest() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.waiting)
}
