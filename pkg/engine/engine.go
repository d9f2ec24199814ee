// Package engine runs the TypeScript core of the plugin in sobek, Grafana's JavaScript engine.
package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// Script is the bundle of src/backend, compiled.
type Script = sobek.Program

// Compile compiles the text of the bundle, for all data sources.
func Compile(text string) (*Script, error) {
	script, err := sobek.Compile("telemetry.js", text, true)
	if err != nil {
		return nil, fmt.Errorf("the script cannot be compiled: %w", err)
	}
	return script, nil
}

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
	logger        log.Logger
	script        *Script
	tiers         []tier
	// hostOf has what the script of a runtime gets from outside.
	hostOf func(*scriptRuntime) map[string]any
	// grace is how long a script that was interrupted may take to end.
	grace time.Duration
}

// Options are what an engine needs of its data source.
type Options struct {
	Script *Script
	Send   Send
	// Settings is jsonData of the data source.
	Settings json.RawMessage
	UID      string
	Logger   log.Logger
}

// New returns an engine; it starts with its first query.
func New(options Options) *Engine {
	settings := string(options.Settings)
	if settings == "" {
		settings = "{}"
	}
	ctx, end := context.WithCancelCause(context.Background())
	engine := &Engine{close: end, config: config{
		context: ctx, script: options.Script, send: options.Send, settings: settings, uid: options.UID,
		logger: options.Logger.With("dsUid", options.UID), tiers: tiers, grace: grace, hostOf: (*scriptRuntime).host,
	}}
	engine.openLanes()
	return engine
}

func (e *Engine) openLanes() {
	for lane := range e.lanes {
		e.lanes[lane] = newLaneEngine(&e.config, Lane(lane))
	}
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

// Operations are what the script requests. Nothing else may be requested with the key.
func (e *Engine) Operations() (*telemetry.Operations, error) {
	r, err := e.lanes[Alerting].sharedRuntime()
	if err != nil {
		return nil, err
	}
	return telemetry.ParseOperations([]byte(r.operations))
}

// Query executes a ServerRequest of src/backend/runQueries.ts. A query that needs more than Grafana's server gives to one fails with
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
