package telemetry

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Page is an answer of the API, whatever its status. It is shared: nobody writes to it.
type Page struct {
	Status     int
	Date       string
	RetryAfter string
	// Age is how many seconds ago a page from memory was requested; empty if the API has just sent it.
	Age string
	// Body is what the API sent; nil for a page from memory that has columns.
	Body []byte
	// columns are those of a page of history, packed; nil if it is none, or not as the specification has it: the core says why.
	columns *packedPage
	// rest and rows are what columns were made of; nil for a page from memory.
	rest []byte
	rows *HistoryRows

	// etag is by what the API tells whether the page has changed; empty if it sent none.
	etag string
	// cursor is the JSON of the cursor of the next page; empty if there is none.
	cursor string
	sentAt time.Time
	// generation is that of the memory when the request was sent.
	generation int
}

// HasColumns is true for a page of history whose rows were decoded.
func (p *Page) HasColumns() bool { return p.columns != nil }

// Columns are a page of history as docs/columns.md describes it, compressed or not. They are shared, too.
func (p *Page) Columns(isCompressed bool) ([]byte, error) {
	if isCompressed {
		return p.columns.compressed, nil
	}
	return p.columns.unpack()
}

// Unpacked is a page as the script reads it.
type Unpacked struct {
	*Page
	// Rest is the body without the rows of history, if they were decoded.
	Rest []byte
	Rows *HistoryRows
}

// Unpack separates the rows of a page of history from the rest of its JSON. For any other page there are none, and rest is all of it.
func (p *Page) Unpack() (*Unpacked, error) {
	if p.columns == nil {
		return &Unpacked{p, p.Body, nil}, nil
	}
	if p.rows != nil {
		return &Unpacked{p, p.rest, p.rows}, nil
	}
	bytes, err := p.columns.unpack()
	if err != nil {
		return nil, err
	}
	rest, rows, err := decodeColumns(bytes)
	return &Unpacked{p, rest, rows}, err
}

// decode makes the columns of a page of history.
func (p *Page) decode(level string) {
	if p.Status != http.StatusOK || p.columns != nil {
		return
	}
	rest, rows := DecodeHistoryPage(p.Body, level)
	if rows != nil {
		p.rest, p.rows, p.columns = rest, rows, packPage(encodeColumns(rest, rows))
	}
}

// Packed is the page as it is in memory.
func (p *Page) Packed() *Page {
	kept := *p
	if p.columns != nil {
		kept.Body, kept.rest, kept.rows = nil, nil, nil
	}
	return &kept
}

// heldBytes is what the page takes in memory with the objects around it.
func (p *Page) heldBytes() int {
	held := len(p.Body) + len(p.etag) + 1024
	if p.columns != nil {
		held += len(p.columns.compressed)
	}
	return held
}

// unpackedBytes is what the page takes while it is in hand.
func (p *Page) unpackedBytes() int {
	if p.columns != nil {
		return p.columns.unpackedBytes
	}
	return len(p.Body)
}

// IsSmall is true for a page that needs no place among the large ones.
func (p *Page) IsSmall() bool { return max(len(p.Body), p.unpackedBytes()) < largeBodyBytes }

// fromMemory returns the page with its age. Others may have the same one in hand.
func (p *Page) fromMemory(now time.Time) *Page {
	aged := *p
	aged.Age = strconv.Itoa(int(now.Sub(p.sentAt).Seconds()))
	return &aged
}

// nextCursor is the cursor that the page leads to.
func (p *Page) nextCursor() string {
	if strings.HasPrefix(p.cursor, `"`) {
		return unquote([]byte(p.cursor))
	}
	return p.cursor
}

// dateOf is the server's clock, or the local time if it sends none.
func (p *Page) dateOf(local time.Time) time.Time {
	if date, err := http.ParseTime(p.Date); err == nil && date.Before(local) {
		return date
	}
	return local
}
