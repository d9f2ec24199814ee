package api

import (
	"testing"
	"time"
)

func TestTheCacheForgetsWhatWasUsedLeastRecentlyIfItDoesNotFit(t *testing.T) {
	later := noon.Add(time.Hour)
	one := newCache(250, at(noon))
	for _, key := range []string{"a", "b"} {
		one.put(key, key, 100, later)
	}
	one.get("a")
	one.put("c", "c", 100, later)
	for key, want := range map[string]any{"a": "a", "b": nil, "c": "c"} {
		if got := one.get(key); got != want {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	one.put("a", "again", 10, later)
	if got, want := one.bytes, 101+11; got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
	one.put("large", "large", 300, later)
	if one.get("large") != nil || one.get("a") == nil {
		t.Error("what does not fit was kept, or took the place of what does")
	}
}
