package jsontext

import (
	"encoding/json"
	"strings"
	"testing"
)

var bounds = Bounds{Depth: 4, Rows: 3, TokenBytes: 2 << 10, DecodedBytes: 1 << 20}

func TestNamesTheBoundThatATextExceeds(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"a page":                {`{"datos":[{"ts":"a","valor":1.5},{"b":[1]},{}],"siguiente":"c"}`, ""},
		"nothing":               {``, ""},
		"a text":                {`no [[ JSON`, ""},
		"brackets in a text":    {`["[[[[[[[[\"[[[[\\"]`, ""},
		"as deep as allowed":    {`[[[[1]]]]`, ""},
		"too deep":              {`[[[[[`, "more than 4 levels"},
		"objects, too deep":     {`{"a":{"a":{"a":{"a":{`, "more than 4 levels"},
		"deep after a text":     {`"a"[[[[[`, "more than 4 levels"},
		"deep after an end":     {`]]}}[[[[[`, "more than 4 levels"},
		"three rows":            {`{"a":[1,2,3],"b":[[1,2,3,4,5],2,3]}`, ""},
		"four rows":             {`{"a":[1,2,3,4]}`, "more than 3 rows"},
		"four rows of objects":  {`{"b":1,"a":[{},{},{},{"`, "more than 3 rows"},
		"four rows, after one":  {`{"b":[1],"a":[[],"",{},null]}`, "more than 3 rows"},
		"a long text":           {`["` + strings.Repeat("a", 3000) + `"]`, "more than 2 kB"},
		"a long text, no end":   {`["` + strings.Repeat("a", 3000), "more than 2 kB"},
		"a long name":           {`{"` + strings.Repeat("a", 3000) + `":1}`, "more than 2 kB"},
		"a long number":         {`[1` + strings.Repeat("0", 3000) + `]`, "more than 2 kB"},
		"many objects":          {`[` + strings.Repeat("{},", 2000) + `{}]`, "more objects and values than fit in 1 MB"},
		"many numbers":          {`[` + strings.Repeat("0,", 20_000) + `0]`, "more objects and values than fit in 1 MB"},
		"the same member often": {`{` + strings.Repeat(`"a":1,`, 20_000) + `"a":1}`, "more objects and values than fit in 1 MB"},
		"many texts":            {`[` + strings.Repeat(`"`+strings.Repeat("a", 1000)+`",`, 1100) + `0]`, "more objects and values than fit in 1 MB"},
	} {
		err := Check([]byte(test.text), bounds)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", name, err, test.want)
		}
	}
}

func TestFindsAMemberOfThePage(t *testing.T) {
	for text, want := range map[string]string{
		`{"siguiente":"c1","datos":[]}`:                        `"c1"`,
		`{"datos":[{"siguiente":"inner"}], "siguiente" : 7 }`:  `7`,
		`{"datos":["siguiente","x"],"otro":"siguiente","a":1}`: ``,
		`{"siguiente":null}`:                                   `null`,
		`{"siguiente":{"a":1}}`:                                ``,
		`["siguiente","a"]`:                                    ``,
		`{"siguiente":"first","siguiente":"last"}`:             `"last"`,
		`{"siguiente":`:                                        ``,
	} {
		value, err := CheckPage([]byte(text), bounds, "siguiente")
		if err != nil || string(value) != want {
			t.Errorf("%s: %s, error %v, want %s", text, value, err, want)
		}
	}
}

// depthOf is how deep Go's own parser gets.
func depthOf(text []byte) int {
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	depth, deepest := 0, 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return deepest
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		deepest = max(deepest, depth)
	}
}

// A text that the check lets pass is never deeper for the parser of the script's engine, which reads tokens as Go's does.
func FuzzNoTextIsDeeperThanChecked(f *testing.F) {
	for _, text := range []string{`[[[[[`, `{"a":[{"b":"\"[[["}]}`, `"\u005b[[[[["[[[[[`, `[1e5,[true,[null,[[`, `{"a"[[[[[`, `]]][[[[[[`, `[/[[[[[`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if Check(text, Bounds{Depth: 4}) == nil && depthOf(text) > 4 {
			t.Errorf("%q has %d levels", text, depthOf(text))
		}
	})
}
