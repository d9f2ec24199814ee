package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/api"
)

// machine is a JavaScript engine with the script of one data source, and the goroutine that runs it. If the script crashes or does
// not end, the machine is broken for good. The query that broke it fails; the others that ran in it are started over elsewhere.
type machine struct {
	loop    *loop
	runtime *sobek.Runtime
	source  *sobek.Object // ServerDataSource of entry.ts
	limits  api.Limits
	// maxRequests is how many requests of a lane may be in flight.
	maxRequests int
	config      *config
	slots       *slots
	tier        tier
	// context ends with the machine: nothing that it started outlives it.
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

// errClosed is the cause of the end of a machine whose data source was changed or removed.
var errClosed = errors.New("the data source was changed; try again")

// brokenError is why a machine broke, for the queries that did not break it.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return e.cause.Error() }
func (e *brokenError) Unwrap() error { return e.cause }

// grace is far more than sobek needs to end a script that was interrupted, unless it is in a function that does not return.
const grace = 2 * time.Second

// maxAbandoned is how many goroutines that do not end are tolerated: each takes a core and the memory of its machine.
const maxAbandoned = 4

// abandonedMachines counts those of the process.
var abandonedMachines atomic.Int64

func startMachine(config *config, slots *slots, tier tier) (*machine, error) {
	if err := context.Cause(config.context); err != nil {
		return nil, err
	}
	if count := abandonedMachines.Load(); count >= maxAbandoned {
		return nil, fmt.Errorf("%d scripts of the plugin do not end. Restart Grafana", count)
	}
	script, err := config.compile()
	if err != nil {
		return nil, fmt.Errorf("the script cannot be compiled: %w", err)
	}
	ctx, end := context.WithCancelCause(config.context)
	m := &machine{
		loop: newLoop(), runtime: sobek.New(), config: config, slots: slots, tier: tier, context: ctx, end: end,
		stopped: make(chan struct{}), tasks: map[int64]*task{}, timers: map[int64]*time.Timer{},
	}
	m.background = &task{context: ctx}
	m.runtime.SetFieldNameMapper(sobek.TagFieldNameMapper("json", true))
	m.runtime.SetMaxCallStackSize(2000)
	context.AfterFunc(ctx, m.stop)
	started := make(chan error, 1)
	m.loop.add(func() { started <- m.evaluate(script) })
	go func() {
		defer close(m.stopped)
		err := m.loop.run()
		if err == nil {
			err = errClosed
		}
		end(err)
	}()
	select {
	case err = <-started:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	if err != nil {
		m.close(err)
		return nil, fmt.Errorf("the script cannot be started: %w", err)
	}
	slots.open(m.maxRequests)
	return m, nil
}

func (m *machine) evaluate(script *sobek.Program) error {
	if err := m.defineHost(); err != nil {
		return err
	}
	if _, err := m.runtime.RunProgram(script); err != nil {
		return fmt.Errorf("the script cannot be run: %w", err)
	}
	create, ok := sobek.AssertFunction(m.runtime.Get("telemetry").ToObject(m.runtime).Get("createDataSource"))
	if !ok {
		return errors.New("the script has no createDataSource")
	}
	source, err := create(sobek.Undefined(), m.runtime.ToValue(m.config.settings), m.runtime.ToValue(m.config.uid))
	if err != nil {
		return fmt.Errorf("the data source cannot be created: %w", err)
	}
	m.source = source.ToObject(m.runtime)
	limits := m.source.Get("limits").ToObject(m.runtime)
	duration := func(name string) time.Duration {
		return time.Duration(limits.Get(name).ToFloat() * float64(time.Millisecond))
	}
	m.limits = api.Limits{
		LateArrival: duration("lateArrivalMs"),
		MaxAge:      duration("maxCacheAgeMs"),
		MaxBytes:    int(limits.Get("maxSharedCacheBytes").ToInteger()),
	}
	m.maxRequests = int(limits.Get("maxConcurrentRequests").ToInteger())
	return nil
}

// close ends the machine, whatever it does.
func (m *machine) close(cause error) {
	m.end(cause)
}

// stop follows the end of the context. A goroutine that does not end is abandoned: nobody waits for it, its requests have ended,
// and the next query starts another machine.
func (m *machine) stop() {
	m.loop.close()
	m.runtime.Interrupt(errClosed)
	select {
	case <-m.stopped:
		return
	case <-time.After(m.config.grace):
	}
	abandonedMachines.Add(1)
	abandonedScripts.Inc()
	log.DefaultLogger.Error("A script does not end. It goes on without anybody waiting for it", "cause", context.Cause(m.context))
	<-m.stopped
	abandonedMachines.Add(-1)
	abandonedScripts.Dec()
	log.DefaultLogger.Info("A script that did not end has ended")
}

// do runs a job of the script. One that does not end or crashes breaks the machine.
// owner is the query whose job it is; nil if it is none of a single query.
func (m *machine) do(owner *task, job func() error) bool {
	return m.loop.add(func() {
		watchdog := time.AfterFunc(m.allowance(), func() { m.fail(owner, tooLong(m.tier.computing)) })
		startedAt := time.Now()
		defer func() {
			watchdog.Stop()
			m.computed += time.Since(startedAt)
			if crash := recover(); crash != nil {
				m.fail(owner, fmt.Errorf("the script crashed: %v", crash))
			}
		}()
		if err := job(); err != nil {
			m.fail(owner, fmt.Errorf("the script crashed: %w", err))
		}
	})
}

// allowance is how long the next job may take.
func (m *machine) allowance() time.Duration {
	if m.tier.machines == 0 {
		return m.tier.computing
	}
	return m.tier.computing - m.computed
}

func (m *machine) fail(owner *task, cause error) {
	if owner != nil {
		owner.end(cause)
	}
	m.close(&brokenError{cause})
}

// run calls a function of the script that takes a task, a text and a callback, and returns a function that aborts it.
func run[T any](
	ctx context.Context, m *machine, name, argument string, convert func(*machine, sobek.Value) (T, error),
) (result T, err error) {
	t := &task{id: m.taskIDs.Add(1), maxRows: m.tier.rows}
	t.context, t.end = context.WithCancelCause(m.context)
	defer t.end(nil)
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	var cancel sobek.Value
	m.do(t, func() (err error) {
		if t.context.Err() != nil {
			return nil
		}
		m.tasks[t.id] = t
		cancel, err = m.call(name, t.id, argument, func(value sobek.Value) {
			delete(m.tasks, t.id)
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
	case <-t.context.Done():
		err = context.Cause(t.context)
	case <-ctx.Done():
		err = ctx.Err()
	}
	if m.tier.machines > 0 {
		m.close(errClosed) // nobody else uses it
	}
	m.do(t, func() error {
		delete(m.tasks, t.id)
		if abort, ok := sobek.AssertFunction(cancel); ok {
			_, err := abort(sobek.Undefined())
			return err
		}
		return nil
	})
	return result, err
}

// call calls a function of the data source.
func (m *machine) call(name string, args ...any) (sobek.Value, error) {
	function, ok := sobek.AssertFunction(m.source.Get(name))
	if !ok {
		return nil, fmt.Errorf("the script has no %s", name)
	}
	values := make([]sobek.Value, len(args))
	for index, arg := range args {
		values[index] = m.runtime.ToValue(arg)
	}
	return function(m.source, values...)
}
