package engine

import (
	"context"
	"math"
	"time"

	"github.com/grafana/sobek"
	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"telemetria-industrial-datasource/pkg/rowloops"
	"telemetria-industrial-datasource/pkg/telemetry"
	"telemetria-industrial-datasource/pkg/zones"
)

// Send answers a GET request of the script below the address of the data source.
// noCache: the response must come from the API.
type Send func(ctx context.Context, path, query string, noCache bool) (*telemetry.Unpacked, error)

// outcome is HostOutcome of src/backend/host.ts.
type outcome struct {
	Error      string `json:"error"`
	Status     int    `json:"status"`
	Body       string `json:"body"`
	RetryAfter string `json:"retryAfter"`
	Date       string `json:"date"`
	Rows       *rows  `json:"rows"`
}

type rows struct {
	ReceivedRows    int               `json:"receivedRows"`
	EmptyRows       int               `json:"emptyRows"`
	ColumnCount     int               `json:"columnCount"`
	Columns         sobek.ArrayBuffer `json:"columns"`
	UnusableBuckets sobek.ArrayBuffer `json:"unusableBuckets"`
}

// rowLoops are the functions of src/core/history/rowLoops.ts. They get the memory of a Float64Array, not a copy.
var rowLoops = map[string]any{
	"areOrderedWithin": rowloops.AreOrderedWithin, "areAllPositive": rowloops.AreAllPositive, "areMultiples": rowloops.AreMultiples,
	"writeSteps": rowloops.WriteSteps,
}

// host is Host of src/backend/host.ts.
func (r *scriptRuntime) host() map[string]any {
	collator := collate.New(language.Und, collate.Numeric)
	startedAt := time.Now()
	return map[string]any{
		"send": r.send,
		// The monotonic clock: setting the time of day does not change it.
		"runningMs": func() float64 { return float64(time.Since(startedAt)) / float64(time.Millisecond) },
		"zoneRule": func(epochMs float64, zone string) any {
			utcOffsetMs, nextChangeEpochMs, ok := zones.RuleAt(epochMs, zone)
			if !ok {
				return sobek.Undefined()
			}
			rule := map[string]any{"utcOffsetMs": utcOffsetMs}
			if !math.IsInf(nextChangeEpochMs, 1) {
				rule["nextChangeEpochMs"] = nextChangeEpochMs
			}
			return rule
		},
		"compileExpression": r.compileExpression,
		"compareTexts":      func(a, b string) int { return collator.CompareString(a, b) },
		"rowLoops":          rowLoops,
	}
}

// defineGlobals sets the host, and the timers of every JavaScript environment.
func (r *scriptRuntime) defineGlobals() error {
	globals := map[string]any{"host": r.config.hostOf(r), "setTimeout": r.setTimeout, "clearTimeout": r.clearTimeout}
	for name, value := range globals {
		if err := r.vm.Set(name, value); err != nil {
			return err
		}
	}
	return r.guardJSON()
}

func (r *scriptRuntime) setTimeout(call sobek.FunctionCall) sobek.Value {
	callback, ok := sobek.AssertFunction(call.Argument(0))
	if !ok {
		panic(r.vm.NewTypeError("setTimeout needs a function"))
	}
	delay := time.Duration(call.Argument(1).ToFloat() * float64(time.Millisecond))
	r.timerIDs++
	id := r.timerIDs
	r.timers[id] = time.AfterFunc(delay, func() {
		r.do(nil, func() error {
			if _, ok := r.timers[id]; !ok {
				return nil
			}
			delete(r.timers, id)
			_, err := callback(sobek.Undefined())
			return err
		})
	})
	return r.vm.ToValue(id)
}

func (r *scriptRuntime) clearTimeout(call sobek.FunctionCall) sobek.Value {
	id := call.Argument(0).ToInteger()
	if timer, ok := r.timers[id]; ok {
		timer.Stop()
		delete(r.timers, id)
	}
	return sobek.Undefined()
}

// send is Host.send of src/backend/host.ts.
func (r *scriptRuntime) send(call sobek.FunctionCall) sobek.Value {
	owner := r.tasks[call.Argument(0).ToInteger()]
	t := owner
	if t == nil {
		t = r.background
	}
	path, query := call.Argument(1).String(), call.Argument(2).String()
	noCache := call.Argument(3).ToBoolean()
	done, ok := sobek.AssertFunction(call.Argument(4))
	if !ok {
		panic(r.vm.NewTypeError("send needs a function"))
	}
	ctx, cancel := context.WithCancel(t.context)
	go func() {
		page, err := r.request(ctx, t, path, query, noCache)
		isCancelled := err != nil && ctx.Err() != nil
		r.do(owner, func() error {
			// A large response is in hand until the script has read it. A job that does not run ends with the context of its query.
			defer cancel()
			if isCancelled {
				return nil // by the script, which does not wait any more
			}
			_, err := done(sobek.Undefined(), r.vm.ToValue(r.outcomeOf(page, err)))
			return err
		})
	}()
	return r.vm.ToValue(func() { cancel() })
}

// request waits for a slot, sends, and counts what is received.
func (r *scriptRuntime) request(ctx context.Context, t *task, path, query string, noCache bool) (*telemetry.Unpacked, error) {
	if err := r.slots.Acquire(ctx, &t.caller); err != nil {
		return nil, err
	}
	defer r.slots.Release(&t.caller)
	page, err := r.config.send(ctx, path, query, noCache)
	if err != nil {
		return nil, err
	}
	received := int64(len(page.Rest) / bytesPerRow)
	if page.Rows != nil {
		received += int64(page.Rows.ReceivedRows)
	}
	t.receive(received)
	return page, ctx.Err()
}

func (r *scriptRuntime) outcomeOf(page *telemetry.Unpacked, err error) outcome {
	if err != nil {
		return outcome{Error: err.Error()}
	}
	result := outcome{Status: page.Status, Body: string(page.Rest), RetryAfter: page.RetryAfter, Date: page.Date}
	if page.Rows != nil {
		result.Rows = r.rowsOf(page.Rows)
	}
	return result
}

// rowsOf copies numbers to memory of their own, since the script may write to what it gets.
func (r *scriptRuntime) rowsOf(decoded *telemetry.HistoryRows) *rows {
	return &rows{
		ReceivedRows:    decoded.ReceivedRows,
		EmptyRows:       decoded.EmptyRows,
		ColumnCount:     decoded.ColumnCount,
		Columns:         r.vm.NewArrayBuffer(telemetry.AppendDoubles(nil, decoded.Columns)),
		UnusableBuckets: r.vm.NewArrayBuffer(telemetry.AppendDoubles(nil, decoded.UnusableBuckets)),
	}
}
