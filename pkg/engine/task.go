package engine

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"telemetria-industrial-datasource/pkg/telemetry"
)

// ErrTooLarge is the cause if a query needs more rows or more computing than one may.
var ErrTooLarge = errors.New("the query is too large for Grafana's server")

// ErrTooLong is the ErrTooLarge of a query whose script was stopped. What it received was within its bounds, so that its script should
// have ended.
var ErrTooLong = fmt.Errorf("%w", ErrTooLarge)

// task is a query, or a health check, on one runtime.
type task struct {
	id int64
	// context ends with the task: its requests do not outlive it.
	context context.Context
	end     context.CancelCauseFunc
	maxRows int64
	rows    atomic.Int64
	// caller is who has its requests in flight.
	caller telemetry.Caller
}

// bytesPerRow is the length of a row of history as JSON. What is no history counts by its length.
const bytesPerRow = 100

// receive counts what the task received, and ends it if that is too much.
func (t *task) receive(rows int64) {
	if t.maxRows > 0 && t.rows.Add(rows) > t.maxRows {
		t.end(tooManyRows(t.maxRows))
	}
}

func tooManyRows(rows int64) error {
	count := message.NewPrinter(language.English).Sprintf("%d", rows)
	return fmt.Errorf("%w: it needs more than %s rows. %s", ErrTooLarge, count, tooLargeAdvice)
}

func tooLong(computing time.Duration) error {
	return fmt.Errorf("%w: it computes for more than %g s. %s", ErrTooLong, computing.Seconds(), tooLargeAdvice)
}

const tooLargeAdvice = "Choose a shorter time range, a longer interval or fewer tags."
