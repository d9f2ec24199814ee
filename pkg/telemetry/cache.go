package telemetry

import (
	"container/list"
	"time"
)

// cache keeps values of a bounded size, the most recently used ones. It is not safe for concurrent use.
type cache struct {
	maxBytes int
	now      func() time.Time
	elements map[string]*list.Element // of *entry
	order    *list.List               // most recently used first
	bytes    int
}

type entry struct {
	key   string
	value any
	bytes int
	until time.Time
}

func newCache(maxBytes int, now func() time.Time) *cache {
	return &cache{maxBytes: maxBytes, now: now, elements: map[string]*list.Element{}, order: list.New()}
}

// get returns nil if there is no value that may still be used.
func (c *cache) get(key string) any {
	element, ok := c.elements[key]
	if !ok {
		return nil
	}
	found := element.Value.(*entry)
	if c.now().After(found.until) {
		c.removeElement(element)
		return nil
	}
	c.order.MoveToFront(element)
	return found.value
}

// put stores a value that takes bytes of memory and is used until an instant. It returns false if the value does not fit.
func (c *cache) put(key string, value any, bytes int, until time.Time) bool {
	c.remove(key)
	added := &entry{key: key, value: value, bytes: bytes + len(key), until: until}
	if added.bytes > c.maxBytes {
		return false
	}
	c.elements[key] = c.order.PushFront(added)
	c.resize(added.bytes)
	c.evict()
	return true
}

func (c *cache) remove(key string) {
	if element, ok := c.elements[key]; ok {
		c.removeElement(element)
	}
}

// some is true if a value has a property.
func (c *cache) some(has func(key string, value any) bool) bool {
	for key, element := range c.elements {
		if has(key, element.Value.(*entry).value) {
			return true
		}
	}
	return false
}

func (c *cache) removeAll(isRemoved func(key string) bool) {
	for key, element := range c.elements {
		if isRemoved(key) {
			c.removeElement(element)
		}
	}
}

func (c *cache) clear() {
	c.removeAll(func(string) bool { return true })
}

// close removes everything, and keeps nothing from now on.
func (c *cache) close() {
	c.maxBytes = 0
	c.evict()
}

// evict removes the values that do not fit, least recently used first.
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
