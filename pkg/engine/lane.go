package engine

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// Lane says for whom a query runs. Each lane has runtimes and requests in flight of its own, so that whatever people look at, alert
// rules are evaluated.
type Lane int

// Alert rules; people who are signed in; visitors of shared dashboards and others without an account.
const (
	Alerting Lane = iota
	People
	Visitors
	laneCount
)

// String returns the name of the lane in the log.
func (l Lane) String() string {
	return [...]string{"alerting", "people", "visitors"}[l]
}

// tier is a place where queries run. Each query starts in the first tier. If it turns out to need more than that allows, it is started
// over in the next one; the pages that cannot change are cached by then.
type tier struct {
	// rows is how many rows a query may receive.
	rows int64
	// computing is how long the script may run without waiting: for one job on the runtime that all queries of the lane share, for
	// the whole query on a runtime of its own.
	computing time.Duration
	// runtimes is how many queries may run at once, each on a runtime of its own; 0: all share the runtime of the lane.
	runtimes int
}

// tiers: 20,000 rows take less than 0.1 s of an idle core. The time that others use of a busy one counts, too, so the limits are wide.
var tiers = []tier{
	{rows: 20_000, computing: 5 * time.Second},
	{rows: 500_000, computing: 10 * time.Second, runtimes: 2},
	{rows: 2_000_000, computing: 60 * time.Second, runtimes: 1},
}

// maxStartedOver is how often a query is started over because the script of another one broke the runtime that they shared. After
// that it gets a runtime of its own.
const maxStartedOver = 2

// laneEngine executes the queries of one lane.
type laneEngine struct {
	config *config
	logger log.Logger
	slots  *telemetry.Slots
	// free has a token for each runtime that may be started, by tier.
	free []chan struct{}

	mutex  sync.Mutex
	shared *scriptRuntime
}

func newLaneEngine(config *config, lane Lane) *laneEngine {
	free := make([]chan struct{}, len(config.tiers))
	for index, tier := range config.tiers {
		free[index] = make(chan struct{}, tier.runtimes)
		for range tier.runtimes {
			free[index] <- struct{}{}
		}
	}
	return &laneEngine{config: config, logger: config.logger.With("lane", lane.String()), slots: telemetry.NewSlots(), free: free}
}

// sharedRuntime returns the runtime of the lane, and starts one if there is none or if the last one broke.
func (l *laneEngine) sharedRuntime() (*scriptRuntime, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.shared != nil && l.shared.context.Err() == nil {
		return l.shared, nil
	}
	runtime, err := l.start(l.config.tiers[0])
	if err != nil {
		return nil, err
	}
	if l.shared == nil {
		l.logger.Info("A script was started")
	} else {
		l.logger.Info("A script was started again", "cause", context.Cause(l.shared.context))
	}
	l.shared = runtime
	return runtime, nil
}

func (l *laneEngine) start(tier tier) (*scriptRuntime, error) {
	return startRuntime(l.config, l.logger, l.slots, tier)
}

// call calls a function of the script with a task, a JSON text and a callback, in as many tiers as it needs.
func call[T any](
	ctx context.Context, l *laneEngine, name string, argument any, convert func(*scriptRuntime, sobek.Value) (T, error),
) (result T, err error) {
	text, err := json.Marshal(argument)
	if err != nil {
		return result, err
	}
	startedOver := 0
	for index := 0; index < len(l.config.tiers); {
		result, err = callIn(ctx, l, index, name, string(text), convert)
		isAlone := l.config.tiers[index].runtimes > 0
		var broken *brokenError
		switch {
		case errors.As(err, &broken) && isAlone:
			return result, err
		case errors.As(err, &broken) && startedOver < maxStartedOver:
			startedOver++
		case errors.As(err, &broken), errors.Is(err, ErrTooLarge):
			index++
		default:
			return result, err
		}
	}
	return result, err
}

func callIn[T any](
	ctx context.Context, l *laneEngine, index int, name, argument string, convert func(*scriptRuntime, sobek.Value) (T, error),
) (result T, err error) {
	tier := l.config.tiers[index]
	if tier.runtimes == 0 {
		r, err := l.sharedRuntime()
		if err != nil {
			return result, err
		}
		return run(ctx, r, name, argument, convert)
	}
	waitingQueries.Inc()
	select {
	case <-l.free[index]:
		waitingQueries.Dec()
		defer func() { l.free[index] <- struct{}{} }()
	case <-l.config.context.Done():
		waitingQueries.Dec()
		return result, context.Cause(l.config.context)
	case <-ctx.Done():
		waitingQueries.Dec()
		return result, ctx.Err()
	}
	r, err := l.start(tier)
	if err != nil {
		return result, err
	}
	l.logger.Debug("A script was started for a large query", "maxRows", tier.rows)
	defer r.close(errClosed)
	return run(ctx, r, name, argument, convert)
}
