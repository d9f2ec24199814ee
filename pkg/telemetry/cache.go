package telemetry

import (
	"container/heap"
	"container/list"
	"time"
)

// cache keeps pages of a bounded size: those that may still be used before expired ones, and of them the most recently used. An expired
// page is kept while there is room, because the API may say that it has not changed. It is not safe for concurrent use.
type cache struct {
	maxBytes int
	now      func() time.Time
	elements map[pageKey]*list.Element // of *entry
	order    *list.List                // most recently used first
	expiries expiries
	bytes    int
}

type entry struct {
	key   pageKey
	page  *Page
	bytes int
	until time.Time
	// expiryIndex is where the entry is in the expiries.
	expiryIndex int
}

func (e *entry) isExpired(now time.Time) bool { return now.After(e.until) }

// expiries is a heap of entries: the first one to expire is at index 0.
type expiries []*entry

func (e expiries) Len() int           { return len(e) }
func (e expiries) Less(i, j int) bool { return e[i].until.Before(e[j].until) }

func (e expiries) Swap(i, j int) {
	e[i], e[j] = e[j], e[i]
	e[i].expiryIndex, e[j].expiryIndex = i, j
}

func (e *expiries) Push(added any) {
	one := added.(*entry)
	one.expiryIndex = len(*e)
	*e = append(*e, one)
}

func (e *expiries) Pop() any {
	last := len(*e) - 1
	removed := (*e)[last]
	(*e)[last] = nil // Its page must not stay in memory.
	*e = (*e)[:last]
	return removed
}

func newCache(maxBytes int, now func() time.Time) *cache {
	return &cache{maxBytes: maxBytes, now: now, elements: map[pageKey]*list.Element{}, order: list.New()}
}

// get returns nil if there is no page that may still be used.
func (c *cache) get(key pageKey) *Page {
	element, ok := c.elements[key]
	if !ok {
		return nil
	}
	found := element.Value.(*entry)
	if found.isExpired(c.now()) {
		return nil
	}
	c.order.MoveToFront(element)
	return found.page
}

// known returns a page that the API may say is unchanged, although it is too old to be used; nil if there is none.
func (c *cache) known(key pageKey) *Page {
	if element, ok := c.elements[key]; ok {
		return element.Value.(*entry).page
	}
	return nil
}

// put stores a page that is used until an instant, unless it does not fit.
func (c *cache) put(key pageKey, page *Page, until time.Time) {
	c.remove(key)
	added := &entry{key: key, page: page, bytes: page.heldBytes() + len(key.list) + len(key.cursor), until: until}
	if added.bytes > c.maxBytes {
		return
	}
	c.elements[key] = c.order.PushFront(added)
	heap.Push(&c.expiries, added)
	c.resize(added.bytes)
	c.evict()
}

func (c *cache) remove(key pageKey) {
	if element, ok := c.elements[key]; ok {
		c.removeElement(element)
	}
}

// removeList removes the pages of a list if one of them leads to a cursor.
func (c *cache) removeList(list, cursor string) {
	isKnown := false
	var keys []pageKey
	for key, element := range c.elements {
		if key.list == list {
			keys = append(keys, key)
			isKnown = isKnown || element.Value.(*entry).page.nextCursor() == cursor
		}
	}
	if isKnown {
		for _, key := range keys {
			c.remove(key)
		}
	}
}

func (c *cache) clear() {
	for c.order.Len() > 0 {
		c.removeElement(c.order.Back())
	}
}

// close removes everything, and keeps nothing from now on.
func (c *cache) close() {
	c.maxBytes = 0
	c.evict()
}

// evict removes the pages that do not fit: expired ones first, then the least recently used. Otherwise the pages of a window that moves on
// with each refresh, none of which is used again, would displace all others.
func (c *cache) evict() {
	now := c.now()
	for c.bytes > c.maxBytes && c.order.Len() > 0 {
		if first := c.expiries[0]; first.isExpired(now) {
			c.remove(first.key)
		} else {
			c.removeElement(c.order.Back())
		}
	}
}

func (c *cache) removeElement(element *list.Element) {
	removed := c.order.Remove(element).(*entry)
	delete(c.elements, removed.key)
	heap.Remove(&c.expiries, removed.expiryIndex)
	c.resize(-removed.bytes)
}

func (c *cache) resize(byBytes int) {
	c.bytes += byBytes
	cachedBytes.Add(float64(byBytes))
}
