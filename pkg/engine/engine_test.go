package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"

	"telemetria-industrial-datasource/pkg/telemetry"
	"telemetria-industrial-datasource/pkg/testwait"
	"telemetria-industrial-datasource/scripts/backend/bundle"
)

// engineOf returns an engine that runs a script whose function `query` has the given body, with the arguments `task`, `request` and
// `done`. Its tiers allow 10, 20 and 30 rows, and as much computing as a busy machine takes; `host.runtime` counts runtimes from 1.
func engineOf(t *testing.T, body string, send Send) *Engine {
	t.Helper()
	script, err := Compile(`var telemetry = { createDataSource: function () { return {
		limits: { lateArrivalMs: 60000, maxCacheAgeMs: 3600000, maxSharedCacheBytes: 1000, maxConcurrentRequests: 2 },
		query: function (task, request, done) { ` + body + ` }
	} } }`)
	if err != nil {
		t.Fatal(err)
	}
	engine := New(Options{Script: script, Send: send, UID: "uid", Logger: log.New()})
	runtimes := atomic.Int64{}
	engine.addToHost(func() map[string]any { return map[string]any{"runtime": runtimes.Add(1)} })
	engine.setTiers(
		tier{rows: 10, computing: time.Minute},
		tier{rows: 20, computing: time.Minute, runtimes: 2},
		tier{rows: 30, computing: time.Minute, runtimes: 1},
	)
	t.Cleanup(engine.Close)
	return engine
}

// addToHost gives the scripts of the next runtimes what production has not.
func (e *Engine) addToHost(members func() map[string]any) {
	hostOf := e.config.hostOf
	e.config.hostOf = func(r *scriptRuntime) map[string]any {
		host := hostOf(r)
		maps.Copy(host, members())
		return host
	}
}

func (e *Engine) setTiers(tiers ...tier) {
	e.config.tiers = tiers
	e.openLanes()
}

func (e *Engine) query(request any) (*Response, error) {
	return e.Query(context.Background(), People, request)
}

const answer = `done({ frames: [], errors: [{ refId: "A", message: request }] }); return function () {};`

func TestAnswersWithWhatTheScriptReturns(t *testing.T) {
	response, err := engineOf(t, answer, nil).query(map[string]int{"maxDataPoints": 7})
	if err != nil || len(response.Errors) != 1 || response.Errors[0].Message != `{"maxDataPoints":7}` {
		t.Errorf("response %v, error %v", response, err)
	}
}

func TestAScriptThatBreaksFailsItsQueryAndNoOther(t *testing.T) {
	for name, crash := range map[string]string{
		"an exception":         `throw new Error("boom")`,
		"an endless loop":      `for (;;) {}`,
		"an endless recursion": `(function f() { f() })()`,
		"a missing function":   `host.missing()`,
	} {
		t.Run(name, func(t *testing.T) {
			sent := make(chan struct{}, 1)
			send := func(ctx context.Context, _, _ string, _ bool) (*telemetry.Unpacked, error) {
				sent <- struct{}{}
				<-ctx.Done()
				return nil, ctx.Err()
			}
			engine := engineOf(t, `
				if (request.indexOf("crash") > 0) { `+crash+` }
				if (request.indexOf("wait") > 0 && host.runtime === 1) { return host.send(task, "v1/valores", "", false, done) }
				`+answer, send)
			engine.setTiers(
				tier{rows: 10, computing: time.Second}, tier{rows: 20, computing: time.Second, runtimes: 2}, tier{rows: 30, computing: time.Second, runtimes: 1},
			)
			var waiting sync.WaitGroup
			var waitErr error
			waiting.Go(func() { _, waitErr = engine.query("wait") })
			<-sent
			if _, err := engine.query("crash"); err == nil {
				t.Error("the query that broke the script did not fail")
			}
			waiting.Wait()
			if waitErr != nil {
				t.Errorf("the query beside it: %v", waitErr)
			}
			if _, err := engine.query("next"); err != nil {
				t.Errorf("the next query: %v", err)
			}
		})
	}
}

func TestTheEndOfAContextAbortsTheQueryAndItsRequests(t *testing.T) {
	sent, ended := make(chan struct{}), make(chan struct{})
	send := func(ctx context.Context, _, _ string, _ bool) (*telemetry.Unpacked, error) {
		close(sent)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}
	engine := engineOf(t, `return host.send(task, "v1/valores", "", false, done)`, send)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-sent
		cancel()
	}()
	if _, err := engine.Query(ctx, People, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	<-ended
}

func TestAClosedEngineFailsQueriesThatRunAndLaterOnes(t *testing.T) {
	engine := engineOf(t, `host.running(); return function () {}`, nil)
	running := make(chan struct{})
	engine.addToHost(func() map[string]any { return map[string]any{"running": func() { close(running) }} })
	go func() {
		<-running
		engine.Close()
	}()
	for range 2 {
		if _, err := engine.query(""); !errors.Is(err, errClosed) {
			t.Errorf("error %v", err)
		}
	}
}

func TestTimersFireInOrderUnlessTheyAreCleared(t *testing.T) {
	synctest.Test(t, testOrderOfTimers)
}

func testOrderOfTimers(t *testing.T) {
	engine := engineOf(t, `
		var order = [];
		var cleared = setTimeout(function () { order.push("cleared") }, 1);
		setTimeout(function () { order.push("second"); done({ frames: [], errors: [{ refId: "", message: order.join() }] }) }, 500);
		setTimeout(function () { order.push("first") }, 5);
		clearTimeout(cleared);
		return function () {};`, nil)
	response, err := engine.query("")
	if err != nil || response.Errors[0].Message != "first,second" {
		t.Errorf("response %v, error %v", response, err)
	}
}

func TestTheScriptMeasuresDurationsByTheClockOfTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		engine := engineOf(t, `
			var startedMs = host.runningMs();
			setTimeout(function () {
				done({ frames: [], errors: [{ refId: "", message: String(host.runningMs() - startedMs) }] });
			}, 1500);
			return function () {};`, nil)
		response, err := engine.query("")
		if err != nil || response.Errors[0].Message != "1500" {
			t.Errorf("response %v, error %v", response, err)
		}
	})
}

func TestReadsTheLimitsOfTheScript(t *testing.T) {
	limits, err := engineOf(t, answer, nil).Limits()
	if err != nil || limits != (telemetry.Limits{LateArrival: time.Minute, MaxAge: time.Hour, MaxBytes: 1000, MaxRequests: 2}) {
		t.Errorf("limits %v, error %v", limits, err)
	}
}

func bundledScript(t *testing.T) *Script {
	t.Helper()
	text, err := bundle.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	script, err := Compile(text)
	if err != nil {
		t.Fatal(err)
	}
	return script
}

func TestTheRealScriptStarts(t *testing.T) {
	engine := New(Options{Script: bundledScript(t), Settings: []byte(`{"lateArrivalMinutes":3}`), Logger: log.New()})
	defer engine.Close()
	limits, err := engine.Limits()
	if err != nil || limits.LateArrival != 3*time.Minute {
		t.Errorf("limits %v, error %v", limits, err)
	}
}

func TestReportsEveryFailedRequestToTheScript(t *testing.T) {
	send := func(context.Context, string, string, bool) (*telemetry.Unpacked, error) {
		return nil, errors.New("refused")
	}
	engine := engineOf(t, `
		host.send(task, "v1/valores", "", false, function (outcome) {
			done({ frames: [], errors: [{ refId: "A", message: outcome.error }] })
		});
		return function () {};`, send)
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	// Which of two goroutines is first differs from time to time.
	for range 20 {
		response, err := engine.Query(ctx, People, "")
		if err != nil || len(response.Errors) != 1 || response.Errors[0].Message != "refused" {
			t.Fatalf("response %v, error %v", response, err)
		}
	}
}

// pageOf returns a page with a number of rows.
func pageOf(rows int) *telemetry.Unpacked {
	return &telemetry.Unpacked{Page: &telemetry.Page{Status: 200}, Rows: &telemetry.HistoryRows{ReceivedRows: rows}}
}

// readPages requests as many pages as the request says, one after the other, and answers with how many it received.
const readPages = `
	var wanted = Number(request), received = 0;
	function next() {
		if (received === wanted) { done({ frames: [], errors: [{ refId: "A", message: String(received) }] }); return }
		host.send(task, "v1/lecturas", String(wanted), false, function () { received++; next() });
	}
	next();
	return function () { wanted = received };`

func TestALargeQueryIsStartedOverOnARuntimeOfItsOwn(t *testing.T) {
	send := func(context.Context, string, string, bool) (*telemetry.Unpacked, error) { return pageOf(5), nil }
	engine := engineOf(t, readPages, send)
	for pages, wantErr := range map[int]string{2: "", 3: "", 4: "", 6: "", 7: "more than 30 rows"} {
		shared, err := engine.lanes[People].sharedRuntime()
		if err != nil {
			t.Fatal(err)
		}
		response, err := engine.query(pages)
		switch {
		case wantErr != "":
			if !errors.Is(err, ErrTooLarge) || errors.Is(err, ErrTooLong) || !strings.Contains(err.Error(), wantErr) {
				t.Errorf("%d pages: error %v", pages, err)
			}
		case err != nil || response.Errors[0].Message != strconv.Itoa(pages):
			t.Errorf("%d pages: response %v, error %v", pages, response, err)
		}
		if shared.context.Err() != nil {
			t.Errorf("%d pages: the runtime that all share is broken", pages)
		}
	}
}

func TestASmallQueryDoesNotWaitForLargeOnes(t *testing.T) {
	small := make(chan struct{})
	send := func(ctx context.Context, _, query string, _ bool) (*telemetry.Unpacked, error) {
		if query != "1" {
			return pageOf(5), nil
		}
		return pageOf(1), nil
	}
	// A large query computes until the small one has been answered.
	engine := engineOf(t, strings.ReplaceAll(readPages, "received++;",
		"received++; if (received * 5 > 10 && wanted > 1) { while (!host.isAnswered()) {} }"), send)
	computing := make(chan struct{}, 100)
	engine.addToHost(func() map[string]any {
		return map[string]any{"isAnswered": func() bool {
			computing <- struct{}{}
			select {
			case <-small:
				return true
			case <-time.After(time.Millisecond):
				return false
			}
		}}
	})
	var running sync.WaitGroup
	for range 3 {
		running.Go(func() {
			if _, err := engine.query(4); err != nil {
				t.Errorf("the large query: %v", err)
			}
		})
	}
	<-computing
	go func() {
		for range computing {
		}
	}()
	if _, err := engine.query(1); err != nil {
		t.Errorf("the small query: %v", err)
	}
	close(small)
	running.Wait()
}

func TestLanesShareNothing(t *testing.T) {
	sent := make(chan struct{}, 10)
	send := func(ctx context.Context, _, _ string, _ bool) (*telemetry.Unpacked, error) {
		sent <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	engine := engineOf(t, `if (request.indexOf("wait") > 0) { return host.send(task, "v1/valores", "", false, done) }
		done({ frames: [], errors: [{ refId: "A", message: String(host.runtime) }] }); return function () {}`, send)
	// As many as may be in flight.
	for range 2 {
		go func() { _, _ = engine.query("wait") }()
		<-sent
	}
	go func() { _, _ = engine.Query(context.Background(), Alerting, "wait") }()
	<-sent
	runtimes := map[string]bool{}
	for _, lane := range []Lane{Alerting, People, Visitors} {
		response, err := engine.Query(context.Background(), lane, "next")
		if err != nil {
			t.Fatal(err)
		}
		runtimes[response.Errors[0].Message] = true
	}
	if len(runtimes) != 3 {
		t.Errorf("runtimes %v", runtimes)
	}
}

// The clock of these tests moves on once nothing else can happen: a limit ends when the script blocks, not before.

func TestARuntimeThatDoesNotStopIsAbandonedAndReplaced(t *testing.T) {
	synctest.Test(t, testAbandonedAndReplaced)
}

func testAbandonedAndReplaced(t *testing.T) {
	release := make(chan struct{})
	engine := engineOf(t, `if (request.indexOf("block") > 0) { host.block() } `+answer, nil)
	engine.config.grace = time.Millisecond
	engine.setTiers(tier{rows: 10, computing: time.Second}, tier{rows: 20, computing: time.Second, runtimes: 1})
	engine.addToHost(func() map[string]any { return map[string]any{"block": func() { <-release }} })
	if _, err := engine.query("block"); !errors.Is(err, ErrTooLarge) || !errors.Is(err, ErrTooLong) {
		t.Errorf("error %v", err)
	}
	testwait.Until(t, "two runtimes to be abandoned", func() bool { return abandonedRuntimes.Load() == 2 })
	if _, err := engine.query("next"); err != nil {
		t.Errorf("the next query: %v", err)
	}
	close(release)
	testwait.Until(t, "the scripts to end", func() bool { return abandonedRuntimes.Load() == 0 })
}

func TestNoRuntimeStartsWhileTooManyAreAbandoned(t *testing.T) {
	synctest.Test(t, testTooManyAbandoned)
}

func testTooManyAbandoned(t *testing.T) {
	release := make(chan struct{})
	engine := engineOf(t, `if (request.indexOf("block") > 0) { host.block() } `+answer, nil)
	engine.config.grace = time.Millisecond
	engine.addToHost(func() map[string]any { return map[string]any{"block": func() { <-release }} })
	engine.setTiers(tier{rows: 10, computing: 10 * time.Millisecond})
	for count := int64(1); count <= maxAbandoned; count++ {
		if _, err := engine.query("block"); !errors.Is(err, ErrTooLarge) {
			t.Fatalf("error %v", err)
		}
		testwait.Until(t, "the runtime to be abandoned", func() bool { return abandonedRuntimes.Load() == count })
	}
	if _, err := engine.query("next"); err == nil || !strings.Contains(err.Error(), "4 scripts of the plugin do not end") {
		t.Errorf("error %v", err)
	}
	close(release)
	testwait.Until(t, "the scripts to end", func() bool { return abandonedRuntimes.Load() == 0 })
	engine.setTiers(tier{rows: 10, computing: time.Minute})
	if _, err := engine.query("next"); err != nil {
		t.Errorf("after the scripts ended: %v", err)
	}
}

func TestCancelEndsAScriptOnARuntimeOfItsOwn(t *testing.T) {
	computing := make(chan struct{})
	send := func(context.Context, string, string, bool) (*telemetry.Unpacked, error) { return pageOf(11), nil }
	engine := engineOf(t, `
		if (host.runtime > 1) { host.computing(); for (;;) {} }
		return host.send(task, "v1/lecturas", "", false, function () {})`, send)
	engine.setTiers(tier{rows: 10, computing: time.Hour}, tier{rows: 20, computing: time.Hour, runtimes: 1})
	engine.addToHost(func() map[string]any { return map[string]any{"computing": func() { close(computing) }} })
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-computing
		cancel()
	}()
	if _, err := engine.Query(ctx, People, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	// Its place is free again.
	<-engine.lanes[People].free[1]
}

// recordedLog has a line for each record, with its context.
type recordedLog struct {
	log.Logger
	context []any
	lines   chan string
}

func newRecordedLog() *recordedLog {
	return &recordedLog{Logger: log.NewNullLogger(), lines: make(chan string, 100)}
}

func (l *recordedLog) With(args ...any) log.Logger {
	return &recordedLog{Logger: l.Logger, context: slices.Concat(l.context, args), lines: l.lines}
}
func (l *recordedLog) Debug(text string, args ...any) { l.record(text, args) }
func (l *recordedLog) Info(text string, args ...any)  { l.record(text, args) }
func (l *recordedLog) Warn(text string, args ...any)  { l.record(text, args) }
func (l *recordedLog) record(text string, args []any) {
	l.lines <- text + " " + fmt.Sprint(slices.Concat(l.context, args))
}

func TestTheLogHasEachStartBreakAndRestartOfAScript(t *testing.T) {
	records := newRecordedLog()
	send := func(context.Context, string, string, bool) (*telemetry.Unpacked, error) { return pageOf(5), nil }
	engine := engineOf(t, `
		if (request.indexOf("crash") > 0) { throw new Error("boom") }
		`+readPages, send)
	engine.config.logger = records.With("dsUid", "uid")
	engine.openLanes()
	for _, step := range []struct {
		request     any
		text, cause string
	}{
		{1, "A script was started", ""},
		{"crash", "A script broke", "boom"},
		{1, "A script was started again", "boom"},
		{3, "A script was started for a large query", "20"},
	} {
		if _, err := engine.query(step.request); (err != nil) != (step.request == "crash") {
			t.Errorf("%v: error %v", step.request, err)
		}
		line := <-records.lines
		if !strings.HasPrefix(line, step.text+" [dsUid uid lane people") || !strings.Contains(line, step.cause) {
			t.Errorf("%v: %s", step.request, line)
		}
	}
	engine.Close()
	if len(records.lines) != 0 {
		t.Errorf("another line: %s", <-records.lines)
	}
}
