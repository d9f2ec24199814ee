// Command gpx_telemetria is the backend of the data source: it runs the same TypeScript core as the browser, for alert rules,
// expressions and shared dashboards, and shares pages of the API among browsers.
package main

import (
	"os"
	"runtime/debug"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/datasource"
	"github.com/grafana/grafana-plugin-sdk-go/backend/log"
	"github.com/grafana/grafana-plugin-sdk-go/backend/tracing"

	"telemetria-industrial-datasource/pkg/plugin"
)

const pluginID = "telemetria-industrial-datasource"

// gcPercent is half of Go's default: what a query leaves behind is large beside what is kept.
const gcPercent = 50

func main() {
	debug.SetGCPercent(gcPercent)
	if err := serve(); err != nil {
		log.DefaultLogger.Error(err.Error())
		os.Exit(1)
	}
}

func serve() error {
	backend.SetupPluginEnvironment(pluginID)
	if err := backend.SetupTracer(pluginID, tracing.Opts{}); err != nil {
		return err
	}
	handler := plugin.NewHandler(datasource.NewInstanceManager(plugin.NewInstance))
	options := backend.ServeOpts{QueryDataHandler: handler, CheckHealthHandler: handler, CallResourceHandler: handler}
	return backend.Manage(pluginID, options)
}
