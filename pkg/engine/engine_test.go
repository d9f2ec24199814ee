package engine

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/api"
)

// engineOf returns an engine that runs a script whose function `query` has the given body, with the arguments `request` and `done`.
func engineOf(t *testing.T, body string, send Send) *Engine {
	t.Helper()
	script, err := sobek.Compile("test.js", `var telemetry = { createDataSource: function () { return {
		limits: { lateArrivalMs: 60000, maxCacheAgeMs: 3600000, maxSharedCacheBytes: 1000 },
		query: function (request, done) { `+body+` }
	} } }`, true)
	if err != nil {
		t.Fatal(err)
	}
	engine := New(send, nil, "uid")
	engine.compile = func() (*sobek.Program, error) { return script, nil }
	engine.maxJob = 300 * time.Millisecond
	t.Cleanup(engine.Close)
	return engine
}

const answer = `done({ frames: [], errors: [{ refId: "A", message: request }] }); return function () {};`

func TestAnswersWithWhatTheScriptReturns(t *testing.T) {
	response, err := engineOf(t, answer, nil).Query(context.Background(), map[string]int{"maxDataPoints": 7})
	if err != nil || len(response.Errors) != 1 || response.Errors[0].Message != `{"maxDataPoints":7}` {
		t.Errorf("response %v, error %v", response, err)
	}
}

func TestACrashIsAnErrorOfTheQueriesThatRanAndOfNoLaterOne(t *testing.T) {
	for name, crash := range map[string]string{
		"an exception":         `throw new Error("boom")`,
		"an endless loop":      `for (;;) {}`,
		"an endless recursion": `(function f() { f() })()`,
		"a missing function":   `host.missing()`,
	} {
		t.Run(name, func(t *testing.T) {
			engine := engineOf(t, `if (request.indexOf("crash") > 0) { `+crash+` } if (request.indexOf("wait") > 0) { return function () {} } `+answer, nil)
			var waiting sync.WaitGroup
			var waitErr error
			waiting.Go(func() { _, waitErr = engine.Query(context.Background(), "wait") })
			for engine.machineForTest() == nil {
				time.Sleep(time.Millisecond)
			}
			if _, err := engine.Query(context.Background(), "crash"); err == nil || !strings.Contains(err.Error(), "the script") {
				t.Errorf("the query that crashed: %v", err)
			}
			waiting.Wait()
			if waitErr == nil {
				t.Error("the query that ran beside it did not fail")
			}
			if _, err := engine.Query(context.Background(), "next"); err != nil {
				t.Errorf("the next query: %v", err)
			}
		})
	}
}

func (e *Engine) machineForTest() *machine {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.machine
}

func TestTheEndOfAContextAbortsTheQueryAndItsRequests(t *testing.T) {
	sent, ended := make(chan struct{}), make(chan struct{})
	send := func(ctx context.Context, _, _ string, _ bool) (*api.Page, error) {
		close(sent)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}
	engine := engineOf(t, `return host.send("v1/valores", "", false, done)`, send)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-sent
		cancel()
	}()
	if _, err := engine.Query(ctx, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	<-ended
}

func TestAClosedEngineFailsQueriesThatRunAndLaterOnes(t *testing.T) {
	engine := engineOf(t, `return function () {}`, nil)
	if _, err := engine.Limits(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Millisecond, engine.Close)
	for range 2 {
		if _, err := engine.Query(context.Background(), ""); !errors.Is(err, errClosed) {
			t.Errorf("error %v", err)
		}
	}
}

func TestTimersFireInOrderUnlessTheyAreCleared(t *testing.T) {
	engine := engineOf(t, `
		var order = [];
		var cleared = setTimeout(function () { order.push("cleared") }, 1);
		setTimeout(function () { order.push("second"); done({ frames: [], errors: [{ refId: "", message: order.join() }] }) }, 20);
		setTimeout(function () { order.push("first") }, 5);
		clearTimeout(cleared);
		return function () {};`, nil)
	response, err := engine.Query(context.Background(), "")
	if err != nil || response.Errors[0].Message != "first,second" {
		t.Errorf("response %v, error %v", response, err)
	}
}

func TestReadsTheLimitsOfTheScript(t *testing.T) {
	limits, err := engineOf(t, answer, nil).Limits()
	if err != nil || limits != (api.Limits{LateArrival: time.Minute, MaxAge: time.Hour, MaxBytes: 1000}) {
		t.Errorf("limits %v, error %v", limits, err)
	}
}

func TestTheRealScriptStarts(t *testing.T) {
	engine := New(nil, []byte(`{"lateArrivalMinutes":3}`), "uid")
	defer engine.Close()
	limits, err := engine.Limits()
	if err != nil || limits.LateArrival != 3*time.Minute {
		t.Errorf("limits %v, error %v", limits, err)
	}
}

func TestReportsEveryFailedRequestToTheScript(t *testing.T) {
	send := func(context.Context, string, string, bool) (*api.Page, error) { return nil, errors.New("refused") }
	engine := engineOf(t, `
		host.send("v1/valores", "", false, function (outcome) {
			done({ frames: [], errors: [{ refId: "A", message: outcome.error }] })
		});
		return function () {};`, send)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	// Which of two goroutines is first differs from time to time.
	for range 20 {
		response, err := engine.Query(ctx, "")
		if err != nil || len(response.Errors) != 1 || response.Errors[0].Message != "refused" {
			t.Fatalf("response %v, error %v", response, err)
		}
	}
}
