// Package testwait lets tests wait for what other goroutines do.
package testwait

import (
	"testing"
	"time"
)

// limit is far more than a busy machine takes: it ends a test that would wait forever.
const limit = 2 * time.Minute

// Until waits until a condition holds, and fails the test with what it waited for if that does not happen. Call it from the goroutine of
// the test.
func Until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(limit); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited %s: %s", limit, what)
		}
	}
}
