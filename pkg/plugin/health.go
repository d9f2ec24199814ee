package plugin

import (
	"context"
	"encoding/json"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// CheckHealth returns the findings of the core's health check, the same as in the browser, except that they do not name the address:
// every viewer may call it.
func (d *Datasource) CheckHealth(ctx context.Context, _ *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
	health, err := d.engine.CheckHealth(ctx, d.savedSource())
	if err != nil {
		return &backend.CheckHealthResult{Status: backend.HealthStatusError, Message: err.Error()}, nil
	}
	status := backend.HealthStatusError
	if health.Status == "success" {
		status = backend.HealthStatusOk
	}
	details, err := json.Marshal(health.Details)
	if err != nil {
		return nil, err
	}
	return &backend.CheckHealthResult{Status: status, Message: health.Message, JSONDetails: details}, nil
}

// savedSource is StoredDataSource of src/grafana/settings/storedDataSource.ts.
func (d *Datasource) savedSource() map[string]any {
	source := map[string]any{"hasApiKey": d.hasAPIKey}
	if d.url == "" {
		source["url"] = ""
	}
	return source
}

// HealthOfPlugin answers the health check of the plugin as such, which Grafana sends without a data source, and passes on the others.
func HealthOfPlugin(ofDataSources backend.CheckHealthHandler) backend.CheckHealthHandler {
	return backend.CheckHealthHandlerFunc(
		func(ctx context.Context, request *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
			if request.PluginContext.DataSourceInstanceSettings == nil {
				return &backend.CheckHealthResult{Status: backend.HealthStatusOk, Message: "The backend runs."}, nil
			}
			return ofDataSources.CheckHealth(ctx, request)
		})
}
