// Command gpx_telemetria is the backend of the data source: it runs the same TypeScript core as the browser, for alert rules,
// expressions and shared dashboards, and shares pages of the API among browsers.
package main

import (
	_ "embed"
	"errors"
	"os"
	"runtime/debug"
	"sync"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/datasource"
	"github.com/grafana/grafana-plugin-sdk-go/backend/log"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/plugin"
)

const pluginID = "telemetria-industrial-datasource"

// gcPercent is half of Go's default: what a query leaves behind is large beside what is kept.
const gcPercent = 50

// script is what the engine runs. The file in the repository is empty: `npm run build:backend` and `mage` bundle the sources and build
// with -overlay, which puts the bundle in its place, so that no program contains an older one.
//
//go:embed script.js
var script string

func main() {
	debug.SetGCPercent(gcPercent)
	if err := serve(); err != nil {
		log.DefaultLogger.Error(err.Error())
		os.Exit(1)
	}
}

func serve() error {
	if script == "" {
		return errors.New("this program has no script: build it with `npm run build:backend` or `go tool mage`, not with `go build` alone")
	}
	// A Grafana without data sources of this plugin starts it, too: it takes 10 MB less without a compiled script.
	compiled := sync.OnceValues(func() (*engine.Script, error) { return engine.Compile(script) })
	return datasource.Manage(pluginID, plugin.NewFactory(compiled), datasource.ManageOpts{Licensing: decorateHealth})
}

// decorateHealth keeps the health check of the plugin as such, which datasource.Manage answers with an error. Of its options, only the
// one for licenses reaches the handlers.
func decorateHealth(_ string, options backend.ServeOpts) (backend.ServeOpts, error) {
	options.CheckHealthHandler = plugin.HealthOfPlugin(options.CheckHealthHandler)
	return options, nil
}
