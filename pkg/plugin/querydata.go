package plugin

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/frames"
)

// serverRequest is ServerRequest of src/backend/entry.ts.
type serverRequest struct {
	Queries       []json.RawMessage `json:"queries"`
	FromEpochMs   int64             `json:"fromEpochMs"`
	ToEpochMs     int64             `json:"toEpochMs"`
	MaxDataPoints int64             `json:"maxDataPoints"`
	IntervalMs    int64             `json:"intervalMs"`
	Purpose       string            `json:"purpose"`
	Visualization string            `json:"visualization"`
}

// QueryData executes queries of alert rules, expressions and shared dashboards.
func (i *Instance) QueryData(ctx context.Context, request *backend.QueryDataRequest) (*backend.QueryDataResponse, error) {
	responses := backend.NewQueryDataResponse()
	for _, group := range groupsOf(request) {
		i.run(ctx, group, request, responses)
	}
	return responses, nil
}

// groupsOf puts queries of the same range and resolution together, as those of a panel.
func groupsOf(request *backend.QueryDataRequest) [][]backend.DataQuery {
	type panel struct {
		from, to, points, interval int64
	}
	order := []panel{}
	groups := map[panel][]backend.DataQuery{}
	for _, query := range request.Queries {
		key := panel{
			query.TimeRange.From.UnixMilli(), query.TimeRange.To.UnixMilli(), query.MaxDataPoints, query.Interval.Milliseconds(),
		}
		if _, ok := groups[key]; !ok {
			order = append(order, key)
		}
		groups[key] = append(groups[key], query)
	}
	result := make([][]backend.DataQuery, len(order))
	for index, key := range order {
		result[index] = groups[key]
	}
	return result
}

// purposeOf tells alert rules and expressions, which calculate with the values, from panels.
func purposeOf(request *backend.QueryDataRequest) string {
	if request.Headers["FromAlert"] == "true" || request.GetHTTPHeader("X-Grafana-From-Expr") == "true" {
		return "alerting"
	}
	return "panel"
}

func (i *Instance) run(
	ctx context.Context,
	queries []backend.DataQuery,
	sent *backend.QueryDataRequest,
	responses *backend.QueryDataResponse,
) {
	request := serverRequest{
		FromEpochMs:   queries[0].TimeRange.From.UnixMilli(),
		ToEpochMs:     queries[0].TimeRange.To.UnixMilli(),
		MaxDataPoints: queries[0].MaxDataPoints,
		IntervalMs:    queries[0].Interval.Milliseconds(),
		Purpose:       purposeOf(sent),
		Visualization: sent.GetHTTPHeader("X-Panel-Plugin-Id"),
	}
	for _, query := range queries {
		request.Queries = append(request.Queries, query.JSON)
		responses.Responses[query.RefID] = backend.DataResponse{Status: backend.StatusOK}
	}
	result, err := i.engine.Query(ctx, request)
	if err != nil {
		for _, query := range queries {
			responses.Responses[query.RefID] = failed(responses.Responses[query.RefID], err)
		}
		return
	}
	for _, frame := range result.Frames {
		response := responses.Responses[frame.RefID]
		converted, err := frames.Of(frame)
		if err != nil {
			responses.Responses[frame.RefID] = failed(response, err)
			continue
		}
		response.Frames = append(response.Frames, converted)
		responses.Responses[frame.RefID] = response
	}
	for _, problem := range result.Errors {
		responses.Responses[problem.RefID] = failed(responses.Responses[problem.RefID], fmt.Errorf("%s", problem.Message))
	}
}

// failed keeps the frames of the series that did not fail.
func failed(response backend.DataResponse, err error) backend.DataResponse {
	if response.Error != nil {
		err = fmt.Errorf("%w; %w", response.Error, err)
	}
	response.Error = err
	response.Status = backend.StatusInternal
	response.ErrorSource = backend.ErrorSourceDownstream
	return response
}
