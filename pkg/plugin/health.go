package plugin

import (
	"context"
	"encoding/json"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// CheckHealth returns the findings of the core's health check, the same as in the browser, except that they do not name the address:
// every viewer may call it.
func (i *Instance) CheckHealth(ctx context.Context, _ *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
	health, err := i.engine.CheckHealth(ctx, i.savedSource())
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

// savedSource is SavedSource of src/grafana/settings/savedSource.ts.
func (i *Instance) savedSource() map[string]any {
	source := map[string]any{"hasApiKey": i.hasAPIKey}
	if i.url == "" {
		source["url"] = ""
	}
	return source
}
