package telemetry

import (
	"container/list"
	"time"
)

// cache keeps pages of a bounded size, the most recently used ones. It is not safe for concurrent use.
type cache struct {
	maxBytes int
	now      func() time.Time
	elements map[pageKey]*list.Element // of *entry
	order    *list.List                // most recently used first
	bytes    int
}

type entry struct {
	key   pageKey
	page  *Page
	bytes int
	until time.Time
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
	if c.now().After(found.until) {
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

// evict removes the pages that do not fit, least recently used first.
func (c *cache) evict() {
	for c.bytes > c.maxBytes && c.order.Len() > 0 {
		c.removeElement(c.order.Back())
	}
}

func (c *cache) removeElement(element *list.Element) {
	removed := c.order.Remove(element).(*entry)
	delete(c.elements, removed.key)
	c.resize(-removed.bytes)
}

func (c *cache) resize(byBytes int) {
	c.bytes += byBytes
	cachedBytes.Add(float64(byBytes))
}
