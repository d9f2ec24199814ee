package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/api"
)

// machine is a JavaScript engine with the script of one data source, and the goroutine that runs it. If the script crashes or does
// not end, the machine is broken for good and its queries fail; the engine starts another one.
type machine struct {
	loop        *loop
	runtime     *sobek.Runtime
	source      *sobek.Object // ServerDataSource of entry.ts
	limits      api.Limits
	sendRequest Send
	// context ends with the machine: nothing that it started outlives it.
	context  context.Context
	end      context.CancelCauseFunc
	maxJob   time.Duration
	timers   map[int64]*time.Timer
	timerIDs int64
}

// errClosed is the cause of the end of a machine whose data source was changed or removed.
var errClosed = errors.New("the data source was changed; try again")

func startMachine(script *sobek.Program, send Send, settings, uid string, maxJob time.Duration) (*machine, error) {
	ctx, end := context.WithCancelCause(context.Background())
	m := &machine{
		loop: newLoop(), runtime: sobek.New(), sendRequest: send, context: ctx, end: end, maxJob: maxJob,
		timers: map[int64]*time.Timer{},
	}
	m.runtime.SetFieldNameMapper(sobek.TagFieldNameMapper("json", true))
	m.runtime.SetMaxCallStackSize(2000)
	started := make(chan error, 1)
	m.loop.add(func() { started <- m.evaluate(script, settings, uid) })
	go func() {
		err := m.loop.run()
		m.loop.close()
		if err == nil {
			err = errClosed
		}
		end(err)
	}()
	select {
	case err := <-started:
		if err != nil {
			m.close(err)
		}
		return m, err
	case <-ctx.Done():
		return m, context.Cause(ctx)
	}
}

func (m *machine) evaluate(script *sobek.Program, settings, uid string) error {
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
	source, err := create(sobek.Undefined(), m.runtime.ToValue(settings), m.runtime.ToValue(uid))
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
	return nil
}

func (m *machine) close(cause error) {
	m.end(cause)
	m.loop.close()
}

// do runs a job of the script, which must not take long: a script that does not end breaks the machine.
func (m *machine) do(job func() error) bool {
	return m.loop.add(func() {
		watchdog := time.AfterFunc(m.maxJob, func() { m.runtime.Interrupt("it did not end") })
		err := job()
		if !watchdog.Stop() {
			m.close(fmt.Errorf("the script was stopped after %s without end", m.maxJob))
			return
		}
		if err != nil {
			m.close(fmt.Errorf("the script crashed: %w", err))
		}
	})
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
