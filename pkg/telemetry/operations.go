package telemetry

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Operations are what may be requested with the key of a data source: the table of src/core/api/operations.ts, and nothing else.
type Operations struct {
	all []*operation
	// history is the one whose pages are decoded here.
	history *operation
}

// operation is a GET request.
type operation struct {
	// Path is below the address of the data source. {id} stands for any one segment.
	Path string `json:"path"`
	// MaxRows is how many rows the specification allows in a response; 0 if it is no list.
	MaxRows int `json:"maxRows"`
	// Params has the forms of the parameters by their names.
	Params map[string]paramForm `json:"params"`

	segments []string
}

// paramForm is true for a value as the plugin writes it; nil for a part of the path, which is no parameter of a query.
type paramForm func(value string) bool

// ParseOperations reads the table as JSON, by the names of the operations.
func ParseOperations(table []byte) (*Operations, error) {
	byName := map[string]*operation{}
	if err := json.Unmarshal(table, &byName); err != nil {
		return nil, fmt.Errorf("the operations of the script cannot be read: %w", err)
	}
	operations := &Operations{history: byName["history"]}
	if operations.history == nil {
		return nil, errors.New("the script has no operation for history")
	}
	for name, o := range byName {
		if o == nil {
			return nil, fmt.Errorf("the script has no operation for %s", name)
		}
		if err := o.parsePath(); err != nil {
			return nil, fmt.Errorf("the operation %s of the script: %w", name, err)
		}
		operations.all = append(operations.all, o)
	}
	slices.SortFunc(operations.all, func(a, b *operation) int { return strings.Compare(a.Path, b.Path) })
	return operations, nil
}

// Allows is true for the path of an operation. path is encoded.
func (o *Operations) Allows(path string) bool { return o.find(path) != nil }

// IsHistory is true for the path of the pages of history, which are requested few at a time.
func (o *Operations) IsHistory(path string) bool { return o.find(path) == o.history }

// find returns the operation of an encoded path; nil if there is none.
func (o *Operations) find(path string) *operation {
	segments := strings.Split(path, "/")
	for _, operation := range o.all {
		if operation.matches(segments) {
			return operation
		}
	}
	return nil
}

// fixedSegment is a segment that no server and no proxy reads in another way.
var fixedSegment = regexp.MustCompile(`^[a-z0-9]+$`)

func (o *operation) parsePath() error {
	o.segments = strings.Split(o.Path, "/")
	for _, segment := range o.segments {
		if name, ok := variableName(segment); ok {
			if form, ok := o.Params[name]; ok && form == nil {
				continue
			}
		} else if fixedSegment.MatchString(segment) {
			continue
		}
		return fmt.Errorf("%q cannot be a part of the path", segment)
	}
	return nil
}

func (o *operation) matches(segments []string) bool {
	return slices.EqualFunc(o.segments, segments, func(expected, segment string) bool {
		if _, ok := variableName(expected); ok {
			return isSegment(segment)
		}
		return segment == expected
	})
}

func variableName(segment string) (name string, ok bool) {
	inner, hasStart := strings.CutPrefix(segment, "{")
	name, hasEnd := strings.CutSuffix(inner, "}")
	return name, hasStart && hasEnd
}

// isSegment looks at a part of a path decoded, because a server or a proxy in front of it may decode it before it looks for "/" and "..".
func isSegment(encoded string) bool {
	decoded, err := url.PathUnescape(encoded)
	return err == nil && decoded != "" && !strings.ContainsAny(decoded, `/\?#`) && !strings.Contains(decoded, "..")
}

// UnmarshalJSON reads the name of a form, or the list of all values.
func (f *paramForm) UnmarshalJSON(text []byte) error {
	var values []string
	if json.Unmarshal(text, &values) == nil {
		*f = func(value string) bool { return slices.Contains(values, value) }
		return nil
	}
	var name string
	if err := json.Unmarshal(text, &name); err != nil {
		return err
	}
	form, ok := map[string]paramForm{"text": isText, "count": isCount, "instant": isInstant, "segment": nil}[name]
	if !ok {
		return fmt.Errorf("%q is no form of a parameter", name)
	}
	*f = form
	return nil
}

func isText(value string) bool { return value != "" }

func isCount(value string) bool {
	count, err := strconv.Atoi(value)
	return err == nil && count > 0 && strconv.Itoa(count) == value
}

// instantForm is that of JavaScript's toISOString.
const instantForm = "2006-01-02T15:04:05.000Z"

func isInstant(value string) bool {
	_, err := time.Parse(instantForm, value)
	return err == nil
}
