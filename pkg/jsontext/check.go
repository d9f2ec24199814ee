// Package jsontext measures JSON before anything is built of it: the script's engine reads it by recursion, which ends the process if it
// is too deep, and an empty object of two characters takes hundreds of bytes there.
package jsontext

import "fmt"

// Bounds are what a text may have. Zero: anything.
type Bounds struct {
	// Depth is how many objects and arrays may contain each other.
	Depth int
	// Rows is how many items an array that is a member of the outermost object may have: the list of a page.
	Rows int
	// TokenBytes is the length of a string or number.
	TokenBytes int
	// DecodedBytes is the memory that the script would need for it, about.
	DecodedBytes int
}

// MaxDepth is far more than pages and queries have, and far less than the engine can read.
const MaxDepth = 64

// What a value takes in the script's engine, measured: an object with four texts 770 bytes, an empty array 610, a number 34.
const (
	containerBytes = 600
	scalarBytes    = 60
)

// Check returns what a text has more of than it may, for users; nil if it is within the bounds. The text need not be valid: it is
// read at least as far as a parser would get.
func Check(text []byte, bounds Bounds) error {
	_, err := check(text, bounds, "")
	return err
}

// CheckPage is Check, and returns the JSON of a member of the outermost object if that is no object or array; nil if there is none.
func CheckPage(text []byte, bounds Bounds, member string) ([]byte, error) {
	return check(text, bounds, member)
}

func check(text []byte, bounds Bounds, member string) (value []byte, err error) {
	w := walker{bounds: bounds, text: text}
	isKey, isMember := false, false
	for w.at < len(text) {
		char := text[w.at]
		switch char {
		case ' ', '\t', '\n', '\r':
			w.at++
			continue
		case ':':
			w.at++
			isKey = false
			continue
		case ',':
			w.at++
			isKey = w.isInObject()
			continue
		case ']', '}':
			w.at++
			w.depth = max(w.depth-1, 0)
			isKey = false
			continue
		}
		if !isKey {
			w.countRow()
		}
		if char == '[' || char == '{' {
			w.open(char)
			isKey, isMember = char == '{', false
		} else {
			token := w.token()
			if isKey {
				isMember = member != "" && w.depth == 1 && len(token) == len(member)+2 && string(token[1:len(token)-1]) == member
			} else if isMember {
				value, isMember = token, false
			}
		}
		if w.err != nil {
			return nil, w.err
		}
	}
	return value, nil
}

// walker reads a text, and stops at the first bound.
type walker struct {
	bounds       Bounds
	text         []byte
	at           int
	depth        int
	containers   []byte // the opening brackets that are not closed
	rows         int
	decodedBytes int
	err          error
}

func (w *walker) isInObject() bool {
	return w.depth > 0 && w.depth <= len(w.containers) && w.containers[w.depth-1] == '{'
}

func (w *walker) countRow() {
	if w.depth != 2 || w.containers[0] != '{' || w.containers[1] != '[' {
		return
	}
	w.rows++
	if w.bounds.Rows > 0 && w.rows > w.bounds.Rows {
		w.err = fmt.Errorf("more than %d rows in one response", w.bounds.Rows)
	}
}

func (w *walker) open(char byte) {
	w.at++
	w.containers = append(w.containers[:w.depth], char)
	w.depth++
	if w.depth == 2 {
		w.rows = 0
	}
	if w.bounds.Depth > 0 && w.depth > w.bounds.Depth {
		w.err = fmt.Errorf("more than %d levels of objects and arrays", w.bounds.Depth)
	}
	w.take(containerBytes)
}

// token moves behind a string or literal.
func (w *walker) token() []byte {
	start := w.at
	w.at = TokenEnd(w.text, start)
	length := w.at - start
	if w.bounds.TokenBytes > 0 && length > w.bounds.TokenBytes {
		w.err = fmt.Errorf("a text or number of more than %d kB", w.bounds.TokenBytes>>10)
	}
	w.take(scalarBytes + length)
	return w.text[start:w.at]
}

func (w *walker) take(bytes int) {
	w.decodedBytes += bytes
	if w.err == nil && w.bounds.DecodedBytes > 0 && w.decodedBytes > w.bounds.DecodedBytes {
		w.err = fmt.Errorf("more objects and values than fit in %d MB of memory", w.bounds.DecodedBytes>>20)
	}
}

// TokenEnd is the index behind the string or literal that begins at an index. The text need not be valid.
func TokenEnd(text []byte, start int) int {
	isString := text[start] == '"'
	for at := start + 1; at < len(text); at++ {
		switch text[at] {
		case '"':
			if isString {
				return at + 1
			}
			return at
		case '\\':
			if isString {
				at++
			}
		case ',', ':', '[', ']', '{', '}', ' ', '\t', '\n', '\r':
			if !isString {
				return at
			}
		}
	}
	return len(text)
}
