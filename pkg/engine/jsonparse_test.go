package engine

import (
	"strings"
	"testing"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
)

func TestNoTextIsTooDeepForTheScript(t *testing.T) {
	engine := engineOf(t, `
		var text = JSON.parse(request), message = "parsed";
		try { JSON.parse(text) } catch (error) { message = (error instanceof SyntaxError) + " " + error.message }
		done({ frames: [], errors: [{ refId: "A", message: message }] });
		return function () {};`, nil)
	for text, want := range map[string]string{
		`{"a":[1,2,{"b":null}]}`: "parsed",
		strings.Repeat("[", jsontextDepth) + strings.Repeat("]", jsontextDepth): "parsed",
		strings.Repeat("[", 3<<20):      "true more than 64 levels of objects and arrays",
		strings.Repeat(`{"a":`, 1<<20):  "true more than 64 levels of objects and arrays",
		"[1":                            "true Unexpected end of JSON input",
		`"a" ` + strings.Repeat("[", 9): "true Unexpected token at the end",
	} {
		response, err := engine.query(text)
		if err != nil || !strings.HasPrefix(response.Errors[0].Message, want) {
			t.Errorf("%.20s: response %v, error %v, want %s", text, response, err, want)
		}
	}
}

const jsontextDepth = 64

func TestSettingsThatAreTooDeepFailTheirDataSource(t *testing.T) {
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	engine := New(Options{Script: bundledScript(t), Settings: []byte(`{"a":` + deep + `}`), Logger: log.New()})
	defer engine.Close()
	if _, err := engine.Limits(); err == nil || !strings.Contains(err.Error(), "more than 64 levels") {
		t.Errorf("error %v", err)
	}
}
