package telemetry

import (
	"testing"
	"time"
)

func TestTheCacheForgetsWhatWasUsedLeastRecentlyIfItDoesNotFit(t *testing.T) {
	later := noon.Add(time.Hour)
	cache := newCache(250, at(noon))
	for _, key := range []string{"a", "b"} {
		cache.put(key, key, 100, later)
	}
	cache.get("a")
	cache.put("c", "c", 100, later)
	for key, want := range map[string]any{"a": "a", "b": nil, "c": "c"} {
		if got := cache.get(key); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	cache.put("a", "again", 10, later)
	if got, want := cache.bytes, 101+11; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	cache.put("large", "large", 300, later)
	if cache.get("large") != nil || cache.get("a") == nil {
		t.Error("what does not fit was kept, or took the place of what does")
	}
}
