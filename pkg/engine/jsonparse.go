package engine

import (
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/jsontext"
)

// guardJSON puts a check before JSON.parse: sobek reads JSON by recursion without a limit, and a stack that is too deep ends the
// process. Responses and queries were checked before; a text that was not is a SyntaxError of the script.
func (r *scriptRuntime) guardJSON() error {
	object := r.vm.Get("JSON").ToObject(r.vm)
	parse, _ := sobek.AssertFunction(object.Get("parse"))
	return object.Set("parse", func(call sobek.FunctionCall) sobek.Value {
		if err := jsontext.Check([]byte(call.Argument(0).String()), jsontext.Bounds{Depth: jsontext.MaxDepth}); err != nil {
			panic(r.syntaxError(err))
		}
		value, err := parse(call.This, call.Arguments...)
		if err != nil {
			panic(err)
		}
		return value
	})
}

func (r *scriptRuntime) syntaxError(cause error) sobek.Value {
	syntaxError, err := r.vm.New(r.vm.Get("SyntaxError"), r.vm.ToValue(cause.Error()))
	if err != nil {
		panic(err)
	}
	return syntaxError
}
