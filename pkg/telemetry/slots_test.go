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
	want, granted := acquirer(ctx, t, slots)
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

func TestOneCallerDoesNotTakeTheReservedSlots(t *testing.T) {
	slots := NewSlots()
	slots.Open(1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	many := &Caller{}
	if err := slots.Acquire(ctx, many); err != nil {
		t.Fatal(err)
	}
	granted := make(chan error, 1)
	go func() { granted <- slots.Acquire(ctx, many) }()
	testwait.Until(t, "its second request to come", func() bool {
		return slots.waitingForTest() == 1 || len(granted) == 1
	})
	if len(granted) == 1 {
		t.Fatal("its second request took a slot that is reserved")
	}
	for range reserved {
		if err := slots.Acquire(ctx, &Caller{}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCallersThatHaveAsManyInFlightTakeTurns(t *testing.T) {
	slots := NewSlots()
	slots.Open(1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	want, granted := acquirer(ctx, t, slots)
	// One for each of them is in flight, and many more wait.
	long := []*Caller{{}, {}, {}}
	for _, caller := range long {
		if err := slots.Acquire(ctx, caller); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		for _, caller := range long {
			want(caller)
		}
	}
	late := &Caller{}
	want(late)
	slots.Release(long[0])
	if next := <-granted; next != late {
		t.Fatal("the caller that waits for its first request was not next")
	}
	// Those that come after it wait until it is the turn of the first one again.
	later := &Caller{}
	want(later)
	slots.Release(late)
	if next := <-granted; next != long[0] {
		t.Error("the caller that has waited longest was not next")
	}
}

// acquirer returns what makes a caller wait for a slot, and the callers that were granted one.
func acquirer(ctx context.Context, t *testing.T, slots *Slots) (want func(*Caller), granted chan *Caller) {
	t.Helper()
	granted = make(chan *Caller)
	return func(next *Caller) {
		waiting := slots.waitingForTest()
		go func() {
			if slots.Acquire(ctx, next) == nil {
				granted <- next
			}
		}()
		testwait.Until(t, "the caller to wait for a slot", func() bool { return slots.waitingForTest() > waiting })
	}, granted
}

func (s *Slots) waitingForTest() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.waiting)
}
