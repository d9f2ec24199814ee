package telemetry

import (
	"net/http"
	"time"
)

// sharedFor is how long a page is used that may change at any time, so that many screens which refresh at about the same time
// send one request. No refresh interval of a dashboard is as short.
const sharedFor = time.Second

// memory has the pages that are used again, and forgets those that the key may not read any more. It is not safe for concurrent use.
type memory struct {
	cache  *cache
	limits Limits
	// generation counts how often the key was refused: what was requested before is not kept.
	generation int
	// refused has the operations that the key may not use at present.
	refused map[*operation]bool
}

func newMemory(limits Limits, now func() time.Time) *memory {
	return &memory{cache: newCache(limits.MaxBytes, now), limits: limits, refused: map[*operation]bool{}}
}

// noteAccess empties the memory when the API begins to refuse the key for an operation: a key that was revoked, or lost a permission,
// must not be answered from memory. A key that never had the permission empties it once.
func (m *memory) noteAccess(operation *operation, status int) {
	switch {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		if !m.refused[operation] {
			m.refused[operation] = true
			m.generation++
			m.cache.clear()
		}
	case status < 300:
		delete(m.refused, operation)
	}
}

// keep stores a page as long as it may be used.
func (m *memory) keep(request *request, page *Page, isHistory bool) {
	switch {
	case page.generation != m.generation:
		m.cache.remove(request.key)
	case isRefusedCursor(page.Status):
		// It may be too old. Any other cursor is not from here.
		if request.key.cursor != "" {
			m.cache.removeList(request.key.list, request.key.cursor)
		}
	case page.Status != http.StatusOK:
	case isHistory && m.isSettled(request, page):
		m.cache.put(request.key, page, page.sentAt.Add(m.limits.MaxAge))
	default:
		m.cache.put(request.key, page, page.sentAt.Add(sharedFor))
	}
}

// isSettled is true for a page whose window no reading can enter any more.
func (m *memory) isSettled(request *request, page *Page) bool {
	to, err := time.Parse(time.RFC3339Nano, request.params.Get("hasta"))
	return err == nil && !to.After(page.dateOf(page.sentAt).Add(-m.limits.LateArrival))
}
