package plugin

import (
	"context"
	"errors"
	"fmt"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/jsontext"
)

// queryBounds are what a saved query may have: far more than a dashboard needs, as all of it is read before anybody can say that it
// makes no sense.
var queryBounds = jsontext.Bounds{Depth: jsontext.MaxDepth, TokenBytes: 64 << 10, DecodedBytes: 16 << 20}

// failure is why a query failed, whose fault that is, and the status as HTTP has it.
type failure struct {
	err    error
	status backend.Status
	source backend.ErrorSource
}

// invalidQuery is a query that must be changed.
func invalidQuery(err error) failure {
	return failure{err: err, status: backend.StatusBadRequest, source: backend.ErrorSourceDownstream}
}

// defect is a failure of the plugin itself.
func defect(err error) failure {
	return failure{err: err, status: backend.StatusInternal, source: backend.ErrorSourcePlugin}
}

// failureOf is a failure that the script reports: with the status of the API or of an invalid query, or with none.
func failureOf(message string, status int) failure {
	if status == 0 {
		return defect(errors.New(message))
	}
	return failure{err: errors.New(message), status: backend.Status(status), source: backend.ErrorSourceDownstream}
}

// failureOfCall is why the script gave no answer.
func failureOfCall(ctx context.Context, err error) failure {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return failure{err: err, status: backend.StatusTimeout, source: backend.ErrorSourceDownstream}
	case ctx.Err() != nil:
		return failure{err: err, status: statusCancelled, source: backend.ErrorSourceDownstream}
	case errors.Is(err, engine.ErrTooLong):
		return defect(err)
	case errors.Is(err, engine.ErrTooLarge):
		return invalidQuery(err)
	default:
		return defect(err)
	}
}

// statusCancelled is what Grafana uses for a request whose client has left.
const statusCancelled backend.Status = 499

// add keeps the frames of the series that did not fail. Of several failures, one of the plugin counts, or else the first.
func (f failure) add(response backend.DataResponse) backend.DataResponse {
	if response.Error == nil {
		response.Error, response.Status, response.ErrorSource = f.err, f.status, f.source
		return response
	}
	response.Error = fmt.Errorf("%w; %w", response.Error, f.err)
	if f.source == backend.ErrorSourcePlugin {
		response.Status, response.ErrorSource = f.status, f.source
	}
	return response
}
