// Package plugin connects Grafana's plugin SDK to the engine and to the cache of pages.
package plugin

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/httpclient"
	"github.com/grafana/grafana-plugin-sdk-go/backend/instancemgmt"
	"github.com/grafana/grafana-plugin-sdk-go/backend/resource/httpadapter"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/telemetry"
)

// Instance is a data source with its settings. Grafana creates another one when they change, so that nothing that was fetched
// with one key is ever seen with another.
type Instance struct {
	backend.CallResourceHandler

	engine    *engine.Engine
	pages     *telemetry.Pages
	client    *http.Client
	url       string
	hasAPIKey bool
}

var (
	_ backend.QueryDataHandler      = (*Instance)(nil)
	_ backend.CheckHealthHandler    = (*Instance)(nil)
	_ backend.CallResourceHandler   = (*Instance)(nil)
	_ instancemgmt.InstanceDisposer = (*Instance)(nil)
)

// NewInstance creates a data source from its settings.
func NewInstance(ctx context.Context, settings backend.DataSourceInstanceSettings) (instancemgmt.Instance, error) {
	options, err := settings.HTTPClientOptions(ctx)
	if err != nil {
		return nil, fmt.Errorf("the HTTP settings of the data source: %w", err)
	}
	client, err := httpclient.New(options)
	if err != nil {
		return nil, fmt.Errorf("the HTTP settings of the data source: %w", err)
	}
	apiKey := settings.DecryptedSecureJSONData["apiKey"]
	instance := &Instance{client: client, url: settings.URL, hasAPIKey: apiKey != ""}
	instance.engine = engine.New(instance.send, settings.JSONData, settings.UID)
	limits, err := instance.engine.Limits()
	if err != nil {
		return nil, err
	}
	instance.pages = telemetry.NewPages(telemetry.NewClient(client, settings.URL, apiKey), limits, time.Now)
	instance.CallResourceHandler = httpadapter.New(resourceHandler(instance.pages))
	backend.Logger.FromContext(ctx).Info("The data source was started")
	return instance, nil
}

func (i *Instance) send(ctx context.Context, path, query string, noCache bool) (*telemetry.Page, error) {
	return i.pages.GetPage(ctx, path, query, noCache)
}

// Dispose ends what the instance started.
func (i *Instance) Dispose() {
	i.engine.Close()
	i.pages.Close()
	i.client.CloseIdleConnections()
}
