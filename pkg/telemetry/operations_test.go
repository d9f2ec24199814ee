package telemetry

import (
	"os"
	"strings"
	"testing"
)

// operations are those of the core; src/core/api/operations.test.ts keeps the file.
var operations = func() *Operations {
	table, err := os.ReadFile("testdata/operations.json")
	if err != nil {
		panic(err)
	}
	parsed, err := ParseOperations(table)
	if err != nil {
		panic(err)
	}
	return parsed
}()

func TestOnlyTheOperationsOfThePluginAreAllowed(t *testing.T) {
	for _, path := range []string{
		"v1/lecturas", "v1/alertas", "v1/dispositivos", "v1/valores", "v1/exportaciones", "v1/exportaciones/3f1c-09", "v1/exportaciones/a%20b",
	} {
		if !operations.Allows(path) {
			t.Errorf("%s is not allowed", path)
		}
	}
	for _, path := range []string{
		"", "v1", "v1/", "v2/lecturas", "v1/lecturas/", "v1/lecturas2", "v1/lecturas/x", "metrics", "/v1/lecturas", "v1/exportaciones/",
		"v1/exportaciones/..", "v1/exportaciones/%2e%2e", "v1/exportaciones/..%2f..%2fmetrics", "v1/exportaciones/a/b", "v1/exportaciones/a%2Fb",
		"v1/exportaciones/a%5Cb", "v1/exportaciones/a?b", "v1/exportaciones/a%3Fb", "v1/exportaciones/%zz", "v1/lecturas\n", "//other.example/v1/lecturas",
		"http://other.example/v1/lecturas", "v1/exportaciones/a#b", "v1/exportaciones/a%23b", "v1/exportaciones/a/", "v1/%6cecturas", "V1/lecturas",
	} {
		if operations.Allows(path) {
			t.Errorf("%q is allowed", path)
		}
	}
}

// A table that says something else than it seems to is no table: the key would go where nobody wants it.
func TestATableThatIsNotUnderstoodAllowsNothing(t *testing.T) {
	const history = `{"history":{"path":"v1/lecturas","params":{}},"x":`
	for table, reason := range map[string]string{
		``:                                     "cannot be read",
		`[]`:                                   "cannot be read",
		`null`:                                 "no operation for history",
		`{}`:                                   "no operation for history",
		`{"values":{"path":"v1/valores"}}`:     "no operation for history",
		history + `{}}`:                        `"" cannot be a part`,
		history + `null}`:                      "no operation for x",
		history + `{"path":""}}`:               `"" cannot be a part`,
		history + `{"path":"/v1/x"}}`:          `"" cannot be a part`,
		history + `{"path":"v1//x"}}`:          `"" cannot be a part`,
		history + `{"path":"v1/../x"}}`:        `".." cannot be a part`,
		history + `{"path":"v1/%2e%2e/x"}}`:    `"%2e%2e" cannot be a part`,
		history + `{"path":"http://other/x"}}`: `"http:" cannot be a part`,
		history + `{"path":"v1/x?y=1"}}`:       `"x?y=1" cannot be a part`,
		history + `{"path":"v1/*"}}`:           `"*" cannot be a part`,
		history + `{"path":"v1/{id}"}}`:        `"{id}" cannot be a part`,
		history + `{"path":"v1/{id...}","params":{"id":"segment"}}}`: `"{id...}" cannot be a part`,
		history + `{"path":"v1/{id}","params":{"id":"text"}}}`:       `"{id}" cannot be a part`,
		history + `{"path":"v1/x","params":{"a":"any"}}}`:            `"any" is no form`,
		history + `{"path":"v1/x","params":{"a":7}}}`:                "cannot be read",
	} {
		if parsed, err := ParseOperations([]byte(table)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, error %v", table, parsed, err)
		}
	}
}

func TestOnlyRequestsAsThePluginWritesThemAreKept(t *testing.T) {
	for request, isKept := range map[string]bool{
		"v1/valores?":                        true,
		"v1/valores?limite=5000&siguiente=c": true,
		"v1/alertas?estado=todas&desde=2026-03-01T00:00:00.000Z": true,
		"v1/exportaciones?":            true,
		"v1/exportaciones/7?":          true,
		"v1/valores?limite=05":         false,
		"v1/valores?limite=0":          false,
		"v1/valores?limite=1&limite=2": false,
		"v1/valores?siguiente=":        false,
		"v1/valores?otro=1":            false,
		"v1/alertas?estado=otras":      false,
		"v1/alertas?desde=2026-03-01":  false,
		"v1/exportaciones/7?id=7":      false,
		"v1/exportaciones?limite=1":    false,
		"v1/otros?":                    false,
	} {
		path, query, _ := strings.Cut(request, "?")
		wanted, err := operations.parse(path, query)
		if ok := err == nil && wanted.isKept; ok != isKept {
			t.Errorf("%s: kept %v", request, ok)
		}
	}
}
