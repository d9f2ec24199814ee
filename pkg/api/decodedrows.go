package api

import "sync"

// decodedRows are the rows of a response, decoded when they are first wanted.
type decodedRows struct {
	once sync.Once
	page []byte
	rows *HistoryRows
}

// HistoryPage returns the page without its rows, and the rows; see DecodeHistoryPage. Both are shared: nobody writes to them.
func (r *Response) HistoryPage(level string) ([]byte, *HistoryRows) {
	r.rows.once.Do(func() { r.rows.page, r.rows.rows = DecodeHistoryPage(r.Body, level) })
	return r.rows.page, r.rows.rows
}
