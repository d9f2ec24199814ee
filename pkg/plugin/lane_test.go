package plugin

import (
	"testing"

	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/engine"
)

func TestQueriesRunInTheLaneOfWhoeverTheyAreFor(t *testing.T) {
	viewer, nobody := &backend.User{Login: "viewer"}, &backend.User{}
	fromExpression := map[string]string{"http_X-Grafana-From-Expr": "true"}
	for _, test := range []struct {
		name    string
		user    *backend.User
		headers map[string]string
		want    engine.Lane
	}{
		{"an alert rule", nil, fromAlert, engine.Alerting},
		{"an alert rule that a person tries out", viewer, fromAlert, engine.Alerting},
		{"an expression in a panel", viewer, fromExpression, engine.People},
		{"a query of a person", viewer, nil, engine.People},
		{"a shared dashboard", nobody, nil, engine.Visitors},
		{"an expression on a shared dashboard", nobody, fromExpression, engine.Visitors},
		{"a request without a user", nil, nil, engine.Visitors},
		{"a header of a browser", viewer, map[string]string{"http_FromAlert": "true"}, engine.People},
	} {
		request := &backend.QueryDataRequest{PluginContext: backend.PluginContext{User: test.user}, Headers: test.headers}
		if lane := laneOf(request); lane != test.want {
			t.Errorf("%s: lane %d, want %d", test.name, lane, test.want)
		}
	}
}
