package plugin

import (
	"slices"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// A panel has one plan: what differs in range or resolution must not be answered with that of another query.
func TestOnlyQueriesOfTheSameRangeAndResolutionArePlannedTogether(t *testing.T) {
	query := func(refID string, from time.Time, points int64, interval time.Duration) backend.DataQuery {
		timeRange := backend.TimeRange{From: from, To: time.Unix(9000, 0)}
		return backend.DataQuery{RefID: refID, TimeRange: timeRange, MaxDataPoints: points, Interval: interval}
	}
	request := &backend.QueryDataRequest{Queries: []backend.DataQuery{
		query("A", time.Unix(0, 0), 100, time.Second),
		query("B", time.Unix(1, 0), 100, time.Second),
		query("C", time.Unix(0, 0), 200, time.Second),
		query("D", time.Unix(0, 0), 100, time.Minute),
		query("E", time.Unix(0, 0), 100, time.Second),
	}}
	got := []string{}
	for _, group := range groupsOf(request) {
		refIDs := ""
		for _, query := range group {
			refIDs += query.RefID
		}
		got = append(got, refIDs)
	}
	if want := []string{"AE", "B", "C", "D"}; !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
}
