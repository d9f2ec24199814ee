package telemetry

import (
	"testing"
	"time"
)

func TestTheCacheForgetsWhatWasUsedLeastRecentlyIfItDoesNotFit(t *testing.T) {
	later := noon.Add(time.Hour)
	// One with a body of 100 bytes takes 1,125.
	cache := newCache(2_500, at(noon))
	put := func(list string, bytes int) { cache.put(pageKey{list: list}, &Page{Body: make([]byte, bytes)}, later) }
	isKept := func(list string) bool { return cache.get(pageKey{list: list}) != nil }
	put("a", 100)
	put("b", 100)
	isKept("a")
	put("c", 100)
	for list, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if got := isKept(list); got != want {
			t.Errorf("%s: %v, want %v", list, got, want)
		}
	}
	put("a", 10)
	if got, want := cache.bytes, 1_125+1_035; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	put("l", 3_000)
	if isKept("l") || !isKept("a") {
		t.Error("what does not fit was kept, or took the place of what does")
	}
}

func TestTheCacheForgetsExpiredPagesFirst(t *testing.T) {
	var testClock setClock
	// One with a body of 100 bytes takes 1,125.
	cache := newCache(3_500, testClock.now)
	put := func(list string, usedFor time.Duration) {
		cache.put(pageKey{list: list}, &Page{Body: make([]byte, 100)}, testClock.now().Add(usedFor))
	}
	isKept := func(list string) bool { return cache.known(pageKey{list: list}) != nil }
	put("a", time.Hour)
	put("b", time.Minute)
	put("c", time.Second)
	testClock.advance(2 * time.Minute)
	for _, step := range []struct {
		put  string
		kept map[string]bool
	}{
		{"d", map[string]bool{"a": true, "b": true, "c": false, "d": true}},
		{"e", map[string]bool{"a": true, "b": false, "d": true, "e": true}},
		{"f", map[string]bool{"a": false, "d": true, "e": true, "f": true}},
	} {
		put(step.put, time.Hour)
		for list, want := range step.kept {
			if got := isKept(list); got != want {
				t.Errorf("%s after %s: %v, want %v", list, step.put, got, want)
			}
		}
	}
}
