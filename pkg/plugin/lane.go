package plugin

import (
	"github.com/grafana/grafana-plugin-sdk-go/backend"

	"telemetria-industrial-datasource/pkg/engine"
)

// laneOf says for whom a query is. Grafana executes the queries of shared dashboards on behalf of a user without a name, and alert
// rules with a header that no request of a browser can set.
func laneOf(request *backend.QueryDataRequest) engine.Lane {
	user := request.PluginContext.User
	switch {
	case request.Headers["FromAlert"] == "true":
		return engine.Alerting
	case user == nil || user.Login == "":
		return engine.Visitors
	default:
		return engine.People
	}
}
