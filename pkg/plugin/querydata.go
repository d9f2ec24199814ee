package plugin

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/frames"
	"telemetria-industrial-datasource/pkg/jsontext"
)

// serverRequest is ServerRequest of src/backend/runQueries.ts.
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
func (d *Datasource) QueryData(ctx context.Context, request *backend.QueryDataRequest) (*backend.QueryDataResponse, error) {
	responses := backend.NewQueryDataResponse()
	for _, group := range groupsOf(request) {
		d.run(ctx, group, request, responses)
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

func (d *Datasource) run(
	ctx context.Context,
	queries []backend.DataQuery,
	sent *backend.QueryDataRequest,
	responses *backend.QueryDataResponse,
) {
	fail := func(refID string, why failure) {
		if why.source == backend.ErrorSourcePlugin {
			backend.Logger.FromContext(ctx).Error("A query failed by a defect of the plugin", "refId", refID, "error", why.err)
		}
		responses.Responses[refID] = why.add(responses.Responses[refID])
	}
	request := serverRequest{
		FromEpochMs:   queries[0].TimeRange.From.UnixMilli(),
		ToEpochMs:     queries[0].TimeRange.To.UnixMilli(),
		MaxDataPoints: queries[0].MaxDataPoints,
		IntervalMs:    queries[0].Interval.Milliseconds(),
		Purpose:       purposeOf(sent),
		Visualization: sent.GetHTTPHeader("X-Panel-Plugin-Id"),
	}
	refIDs := []string{}
	for _, query := range queries {
		responses.Responses[query.RefID] = backend.DataResponse{Status: backend.StatusOK}
		if err := jsontext.Check(query.JSON, queryBounds); err != nil {
			fail(query.RefID, invalidQuery(fmt.Errorf("the saved query was not read: %w", err)))
			continue
		}
		request.Queries = append(request.Queries, query.JSON)
		refIDs = append(refIDs, query.RefID)
	}
	if len(refIDs) == 0 {
		return
	}
	result, err := d.query(ctx, laneOf(sent), request)
	if err != nil {
		for _, refID := range refIDs {
			fail(refID, failureOfCall(ctx, err))
		}
		return
	}
	for _, frame := range result.Frames {
		converted, err := frames.FromEngine(frame)
		if err != nil {
			fail(frame.RefID, defect(err))
			continue
		}
		response := responses.Responses[frame.RefID]
		response.Frames = append(response.Frames, converted)
		responses.Responses[frame.RefID] = response
	}
	for _, problem := range result.Errors {
		fail(problem.RefID, failureOf(problem.Message, problem.Status))
	}
}

// query executes nothing that nobody waits for any more.
func (d *Datasource) query(ctx context.Context, lane engine.Lane, request serverRequest) (*engine.Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return d.engine.Query(ctx, lane, request)
}
