// Package engine runs the TypeScript core of the plugin in sobek, Grafana's JavaScript engine.
package engine

import (
	"context"
	_ "embed"
	"encoding/json"
	"sync"
	"time"

	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/telemetry"
)

//go:embed script.js
var scriptText string

var compileScript = sync.OnceValues(func() (*sobek.Program, error) {
	return sobek.Compile("telemetry.js", scriptText, true)
})

// Engine executes queries of one data source.
type Engine struct {
	config config
	lanes  [laneCount]*laneEngine
	close  context.CancelCauseFunc
}

// config is what all runtimes of a data source share.
type config struct {
	// context ends with the engine.
	context       context.Context
	send          Send
	settings, uid string
	compile       func() (*sobek.Program, error)
	tiers         []tier
	// hostForTests has further members of the host of the next runtime.
	hostForTests func() map[string]any
	// grace is how long a script that was interrupted may take to end.
	grace time.Duration
}

// New returns an engine; it starts with its first query.
// settings is jsonData of the data source.
func New(send Send, settings json.RawMessage, uid string) *Engine {
	if len(settings) == 0 {
		settings = json.RawMessage("{}")
	}
	ctx, end := context.WithCancelCause(context.Background())
	engine := &Engine{close: end, config: config{
		context: ctx, send: send, settings: string(settings), uid: uid, compile: compileScript, tiers: tiers, grace: grace,
	}}
	for lane := range engine.lanes {
		engine.lanes[lane] = newLaneEngine(&engine.config)
	}
	return engine
}

// Close fails the queries that are running, and all later ones.
func (e *Engine) Close() {
	e.close(errClosed)
}

// Limits are the settings of the cache of pages, as the core resolves them.
func (e *Engine) Limits() (telemetry.Limits, error) {
	r, err := e.lanes[Alerting].sharedRuntime()
	if err != nil {
		return telemetry.Limits{}, err
	}
	return r.limits, nil
}

// Query executes a ServerRequest of src/backend/entry.ts. A query that needs more than Grafana's server gives to one fails with
// ErrTooLarge.
func (e *Engine) Query(ctx context.Context, lane Lane, request any) (*Response, error) {
	return call(ctx, e.lanes[lane], "query", request, func(r *scriptRuntime, value sobek.Value) (*Response, error) {
		response := &Response{}
		return response, r.vm.ExportTo(value, response)
	})
}

// CheckHealth executes the health check of the core.
// source is what Grafana's server knows of the data source: `url`, `hasApiKey`.
func (e *Engine) CheckHealth(ctx context.Context, source any) (*Health, error) {
	return call(ctx, e.lanes[People], "checkHealth", source, func(r *scriptRuntime, value sobek.Value) (*Health, error) {
		health := &Health{}
		return health, r.vm.ExportTo(value, health)
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
