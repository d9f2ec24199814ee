package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// scriptRuntime is a JavaScript engine with the script of one data source, and the goroutine that runs it. If the script crashes or does
// not end, the runtime is broken for good. The query that broke it fails; the others that ran in it are started over elsewhere.
type scriptRuntime struct {
	loop       *loop
	vm         *sobek.Runtime
	dataSource *sobek.Object // ServerDataSource of entry.ts
	limits     telemetry.Limits
	// operations is the table of the operations as JSON; empty if the script has none.
	operations string
	config     *config
	logger     log.Logger
	slots      *telemetry.Slots
	tier       tier
	// context ends with the runtime: nothing that it started outlives it.
	context context.Context
	end     context.CancelCauseFunc
	// stopped is closed when the goroutine has ended.
	stopped chan struct{}
	taskIDs atomic.Int64

	// Of the goroutine:
	computed time.Duration
	// background has the requests that are none of a single query, such as those for the inventory.
	background *task
	tasks      map[int64]*task
	timers     map[int64]*time.Timer
	timerIDs   int64
}

// errClosed is the cause of the end of a runtime whose data source was changed or removed.
var errClosed = errors.New("the data source was changed; try again")

// brokenError is why a runtime broke, for the queries that did not break it.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return e.cause.Error() }
func (e *brokenError) Unwrap() error { return e.cause }

// grace is far more than sobek needs to end a script that was interrupted, unless it is in a function that does not return.
const grace = 2 * time.Second

// maxAbandoned is how many goroutines that do not end are tolerated: each takes a core and the memory of its runtime.
const maxAbandoned = 4

// abandonedRuntimes counts those of the process.
var abandonedRuntimes atomic.Int64

func startRuntime(config *config, logger log.Logger, slots *telemetry.Slots, tier tier) (*scriptRuntime, error) {
	if err := context.Cause(config.context); err != nil {
		return nil, err
	}
	if count := abandonedRuntimes.Load(); count >= maxAbandoned {
		return nil, fmt.Errorf("%d scripts of the plugin do not end. Restart Grafana", count)
	}
	ctx, end := context.WithCancelCause(config.context)
	r := &scriptRuntime{
		loop: newLoop(), vm: newVM(), config: config, logger: logger, slots: slots, tier: tier, context: ctx, end: end,
		stopped: make(chan struct{}), tasks: map[int64]*task{}, timers: map[int64]*time.Timer{},
	}
	r.background = &task{context: ctx}
	context.AfterFunc(ctx, r.stop)
	started := make(chan error, 1)
	r.loop.add(func() { started <- r.evaluate() })
	go func() {
		defer close(r.stopped)
		err := r.loop.run()
		if err == nil {
			err = errClosed
		}
		end(err)
	}()
	var err error
	select {
	case err = <-started:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		r.close(err)
		return nil, fmt.Errorf("the script cannot be started: %w", err)
	}
	slots.Open(r.limits.MaxRequests)
	return r, nil
}

func newVM() *sobek.Runtime {
	vm := sobek.New()
	vm.SetFieldNameMapper(sobek.TagFieldNameMapper("json", true))
	vm.SetMaxCallStackSize(2000)
	return vm
}

func (r *scriptRuntime) evaluate() error {
	if err := r.defineGlobals(); err != nil {
		return err
	}
	if _, err := r.vm.RunProgram(r.config.script); err != nil {
		return fmt.Errorf("the script cannot be run: %w", err)
	}
	create, ok := sobek.AssertFunction(r.vm.Get("telemetry").ToObject(r.vm).Get("createDataSource"))
	if !ok {
		return errors.New("the script has no createDataSource")
	}
	source, err := create(sobek.Undefined(), r.vm.ToValue(r.config.settings), r.vm.ToValue(r.config.uid))
	if err != nil {
		return fmt.Errorf("the data source cannot be created: %w", err)
	}
	r.dataSource = source.ToObject(r.vm)
	limits := r.dataSource.Get("limits").ToObject(r.vm)
	duration := func(name string) time.Duration {
		return time.Duration(limits.Get(name).ToFloat() * float64(time.Millisecond))
	}
	r.limits = telemetry.Limits{
		LateArrival: duration("lateArrivalMs"),
		MaxAge:      duration("maxCacheAgeMs"),
		MaxBytes:    int(limits.Get("maxSharedCacheBytes").ToInteger()),
		MaxRequests: int(limits.Get("maxConcurrentRequests").ToInteger()),
	}
	if table := r.dataSource.Get("operations"); table != nil {
		r.operations = table.String()
	}
	return nil
}

// close ends the runtime, whatever it does.
func (r *scriptRuntime) close(cause error) {
	r.end(cause)
}

// stop follows the end of the context. A goroutine that does not end is abandoned: nobody waits for it, its requests have ended,
// and the next query starts another runtime.
func (r *scriptRuntime) stop() {
	cause := context.Cause(r.context)
	if _, isBroken := errors.AsType[*brokenError](cause); isBroken {
		r.logger.Warn("A script broke", "cause", cause)
	}
	r.loop.close()
	r.vm.Interrupt(errClosed)
	select {
	case <-r.stopped:
		return
	case <-time.After(r.config.grace):
	}
	abandonedRuntimes.Add(1)
	abandonedScripts.Inc()
	r.logger.Error("A script does not end. It goes on without anybody waiting for it", "cause", cause)
	<-r.stopped
	abandonedRuntimes.Add(-1)
	abandonedScripts.Dec()
	r.logger.Info("A script that did not end has ended")
}

// do runs a job of the script. One that does not end or crashes breaks the runtime.
// owner is the query whose job it is; nil if it is none of a single query.
func (r *scriptRuntime) do(owner *task, job func() error) bool {
	return r.loop.add(func() {
		watchdog := time.AfterFunc(r.allowance(), func() { r.fail(owner, tooLong(r.tier.computing)) })
		startedAt := time.Now()
		defer func() {
			watchdog.Stop()
			r.computed += time.Since(startedAt)
			if crash := recover(); crash != nil {
				r.fail(owner, fmt.Errorf("the script crashed: %v", crash))
			}
		}()
		if err := job(); err != nil {
			r.fail(owner, fmt.Errorf("the script crashed: %w", err))
		}
	})
}

// allowance is how long the next job may take.
func (r *scriptRuntime) allowance() time.Duration {
	if r.tier.runtimes == 0 {
		return r.tier.computing
	}
	return r.tier.computing - r.computed
}

func (r *scriptRuntime) fail(owner *task, cause error) {
	if owner != nil {
		owner.end(cause)
	}
	r.close(&brokenError{cause})
}

// run calls a function of the script that takes a task, a text and a callback, and returns a function that aborts it.
func run[T any](
	ctx context.Context, r *scriptRuntime, name, argument string, convert func(*scriptRuntime, sobek.Value) (T, error),
) (result T, err error) {
	t := &task{id: r.taskIDs.Add(1), maxRows: r.tier.rows}
	t.context, t.end = context.WithCancelCause(r.context)
	defer t.end(nil)
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	var cancel sobek.Value
	r.do(t, func() (err error) {
		if t.context.Err() != nil {
			return nil
		}
		r.tasks[t.id] = t
		cancel, err = r.call(name, t.id, argument, func(value sobek.Value) {
			delete(r.tasks, t.id)
			converted, err := convert(r, value)
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
	case <-t.context.Done():
		err = context.Cause(t.context)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if r.tier.runtimes > 0 {
		r.close(errClosed) // nobody else uses it
	}
	r.do(t, func() error {
		delete(r.tasks, t.id)
		if abort, ok := sobek.AssertFunction(cancel); ok {
			_, err := abort(sobek.Undefined())
			return err
		}
		return nil
	})
	return result, err
}

// call calls a function of the data source.
func (r *scriptRuntime) call(name string, args ...any) (sobek.Value, error) {
	function, ok := sobek.AssertFunction(r.dataSource.Get(name))
	if !ok {
		return nil, fmt.Errorf("the script has no %s", name)
	}
	values := make([]sobek.Value, len(args))
	for index, arg := range args {
		values[index] = r.vm.ToValue(arg)
	}
	return function(r.dataSource, values...)
}
