package engine

import (
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/jsontext"
)

// guardJSON puts a check before JSON.parse: sobek reads JSON by recursion without a limit, and a stack that is too deep ends the
// process. Responses and queries were checked before; a text that was not is a SyntaxError of the script.
func (m *machine) guardJSON() error {
	object := m.runtime.Get("JSON").ToObject(m.runtime)
	parse, _ := sobek.AssertFunction(object.Get("parse"))
	return object.Set("parse", func(call sobek.FunctionCall) sobek.Value {
		if err := jsontext.Check([]byte(call.Argument(0).String()), jsontext.Bounds{Depth: jsontext.MaxDepth}); err != nil {
			panic(m.syntaxError(err))
		}
		value, err := parse(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return value
	})
}

func (m *machine) syntaxError(cause error) sobek.Value {
	syntaxError, err := m.runtime.New(m.runtime.Get("SyntaxError"), m.runtime.ToValue(cause.Error()))
	if err != nil {
		panic(err)
	}
	return syntaxError
}
