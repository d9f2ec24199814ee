package plugin

import (
	"context"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/instancemgmt"
)

// Handler passes the requests of Grafana on to the instances of the data sources.
type Handler struct {
	instances instancemgmt.InstanceManager
}

// NewHandler takes the manager that creates an Instance for each data source and its settings.
func NewHandler(instances instancemgmt.InstanceManager) *Handler {
	return &Handler{instances: instances}
}

// QueryData executes queries.
func (h *Handler) QueryData(ctx context.Context, request *backend.QueryDataRequest) (*backend.QueryDataResponse, error) {
	instance, err := h.instance(ctx, request.PluginContext)
	if err != nil {
		return nil, err
	}
	return instance.QueryData(ctx, request)
}

// CheckHealth checks a data source. Grafana also checks the plugin as such, without one.
func (h *Handler) CheckHealth(ctx context.Context, request *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
	if request.PluginContext.DataSourceInstanceSettings == nil {
		return &backend.CheckHealthResult{Status: backend.HealthStatusOk, Message: "The backend runs."}, nil
	}
	instance, err := h.instance(ctx, request.PluginContext)
	if err != nil {
		return &backend.CheckHealthResult{Status: backend.HealthStatusError, Message: err.Error()}, nil
	}
	return instance.CheckHealth(ctx, request)
}

// CallResource serves pages of the API.
func (h *Handler) CallResource(
	ctx context.Context, request *backend.CallResourceRequest, sender backend.CallResourceResponseSender,
) error {
	instance, err := h.instance(ctx, request.PluginContext)
	if err != nil {
		return err
	}
	return instance.CallResource(ctx, request, sender)
}

func (h *Handler) instance(ctx context.Context, pluginContext backend.PluginContext) (*Instance, error) {
	instance, err := h.instances.Get(ctx, pluginContext)
	if err != nil {
		return nil, err
	}
	return instance.(*Instance), nil
}
