package plugin

import (
	"context"
	"encoding/json"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
)

// CheckHealth returns the findings of the core's health check, the same as in the browser.
func (i *Instance) CheckHealth(ctx context.Context, _ *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
	health, err := i.engine.CheckHealth(ctx, map[string]any{"url": i.url, "hasApiKey": i.hasAPIKey})
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
