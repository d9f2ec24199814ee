package engine

import (
	"regexp"
	"regexp/syntax"

	"github.com/grafana/sobek"
)

// compileExpression is Host.compileExpression of src/backend/host.ts. Go's matcher takes linear time; that of sobek takes exponential
// time for some expressions, and cannot be interrupted.
func (r *scriptRuntime) compileExpression(expression string) any {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return sobek.Undefined()
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return sobek.Undefined()
	}
	compiled, err := regexp.Compile(expression)
	if err != nil {
		return sobek.Undefined()
	}
	return map[string]any{"size": len(program.Inst), "test": compiled.MatchString}
}
