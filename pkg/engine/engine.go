// Package engine runs the TypeScript core of the plugin in sobek, Grafana's JavaScript engine.
package engine

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/api"
)

//go:embed script.js
var scriptText string

var compileScript = sync.OnceValues(func() (*sobek.Program, error) {
	return sobek.Compile("telemetry.js", scriptText, true)
})

// maxJob is far more than the script needs without waiting: re-aggregating a million rows takes about two seconds.
const maxJob = 20 * time.Second

// Engine executes queries of one data source.
type Engine struct {
	send          Send
	settings, uid string
	compile       func() (*sobek.Program, error)
	maxJob        time.Duration

	mutex   sync.Mutex
	machine *machine
	closed  bool
}

// New returns an engine; it starts with its first query.
// settings is jsonData of the data source.
func New(send Send, settings json.RawMessage, uid string) *Engine {
	if len(settings) == 0 {
		settings = json.RawMessage("{}")
	}
	return &Engine{send: send, settings: string(settings), uid: uid, compile: compileScript, maxJob: maxJob}
}

// Close fails the queries that are running, and all later ones.
func (e *Engine) Close() {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.closed = true
	if e.machine != nil {
		e.machine.close(errClosed)
	}
}

// Limits are the settings of the cache of pages, as the core resolves them.
func (e *Engine) Limits() (api.Limits, error) {
	m, err := e.running()
	if err != nil {
		return api.Limits{}, err
	}
	return m.limits, nil
}

// Query executes a ServerRequest of src/backend/entry.ts.
func (e *Engine) Query(ctx context.Context, request any) (*Response, error) {
	text, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	return call(ctx, e, "query", string(text), func(m *machine, value sobek.Value) (*Response, error) {
		response := &Response{}
		return response, m.runtime.ExportTo(value, response)
	})
}

// CheckHealth executes the health check of the core.
// source is what Grafana's server knows of the data source: `url`, `hasApiKey`.
func (e *Engine) CheckHealth(ctx context.Context, source any) (*Health, error) {
	text, err := json.Marshal(source)
	if err != nil {
		return nil, err
	}
	return call(ctx, e, "checkHealth", string(text), func(m *machine, value sobek.Value) (*Health, error) {
		health := &Health{}
		return health, m.runtime.ExportTo(value, health)
	})
}

// Health is what `checkHealth` of src/grafana/settings returns.
type Health struct {
	Status  string `json:"status"`
	Message string `json:"message"`
	Details struct {
		Message string `json:"message"`
	} `json:"details"`
}

// call calls a function of the script that takes a text and calls back once, and aborts it when the context ends.
func call[T any](
	ctx context.Context, e *Engine, name, argument string, convert func(*machine, sobek.Value) (T, error),
) (result T, err error) {
	m, err := e.running()
	if err != nil {
		return result, err
	}
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	var cancel sobek.Value
	m.do(func() (err error) {
		cancel, err = m.call(name, argument, func(value sobek.Value) {
			converted, err := convert(m, value)
			select {
			case answers <- answer{converted, err}:
			default: // called twice
			}
		})
		return err
	})
	select {
	case answer := <-answers:
		return answer.value, answer.err
	case <-m.context.Done():
		return result, context.Cause(m.context)
	case <-ctx.Done():
		m.do(func() error {
			if abort, ok := sobek.AssertFunction(cancel); ok {
				_, err := abort(sobek.Undefined())
				return err
			}
			return nil
		})
		return result, ctx.Err()
	}
}

// running returns the machine, and starts one if there is none or if the last one broke.
func (e *Engine) running() (*machine, error) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.closed {
		return nil, errClosed
	}
	if e.machine != nil && e.machine.context.Err() == nil {
		return e.machine, nil
	}
	script, err := e.compile()
	if err != nil {
		return nil, fmt.Errorf("the script cannot be compiled: %w", err)
	}
	machine, err := startMachine(script, e.send, e.settings, e.uid, e.maxJob)
	if err != nil {
		return nil, errors.Join(errors.New("the script cannot be started"), err)
	}
	e.machine = machine
	return machine, nil
}
