// Package plugin connects Grafana's plugin SDK to the engine and to the cache of pages.
package plugin

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/datasource"
	"github.com/grafana/grafana-plugin-sdk-go/backend/httpclient"
	"github.com/grafana/grafana-plugin-sdk-go/backend/instancemgmt"
	"github.com/grafana/grafana-plugin-sdk-go/backend/resource/httpadapter"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/telemetry"
)

// Datasource is a data source with its settings. Grafana creates another one when they change, so that nothing that was fetched
// with one key is ever seen with another.
type Datasource struct {
	backend.CallResourceHandler

	engine    *engine.Engine
	pages     *telemetry.Pages
	client    *http.Client
	url       string
	hasAPIKey bool
}

var (
	_ backend.QueryDataHandler      = (*Datasource)(nil)
	_ backend.CheckHealthHandler    = (*Datasource)(nil)
	_ backend.CallResourceHandler   = (*Datasource)(nil)
	_ instancemgmt.InstanceDisposer = (*Datasource)(nil)
)

// NewFactory returns what creates a data source from its settings. compiled returns the script for all data sources.
func NewFactory(compiled func() (*engine.Script, error)) datasource.InstanceFactoryFunc {
	return func(ctx context.Context, settings backend.DataSourceInstanceSettings) (instancemgmt.Instance, error) {
		script, err := compiled()
		if err != nil {
			return nil, err
		}
		return newDatasource(ctx, script, settings)
	}
}

func newDatasource(ctx context.Context, script *engine.Script, settings backend.DataSourceInstanceSettings) (*Datasource, error) {
	options, err := settings.HTTPClientOptions(ctx)
	if err != nil {
		return nil, fmt.Errorf("the HTTP settings of the data source: %w", err)
	}
	client, err := httpclient.New(options)
	if err != nil {
		return nil, fmt.Errorf("the HTTP settings of the data source: %w", err)
	}
	apiKey := settings.DecryptedSecureJSONData["apiKey"]
	d := &Datasource{client: client, url: settings.URL, hasAPIKey: apiKey != ""}
	d.engine = engine.New(engine.Options{
		Script: script, Send: d.send, Settings: settings.JSONData, UID: settings.UID, Logger: backend.Logger,
	})
	limits, err := d.engine.Limits()
	if err != nil {
		return nil, err
	}
	operations, err := d.engine.Operations()
	if err != nil {
		return nil, err
	}
	d.pages = telemetry.NewPages(telemetry.NewClient(client, settings.URL, apiKey, operations), limits, time.Now)
	d.CallResourceHandler = endWhenCancelled(httpadapter.New(newResourceMux(d.pages, operations)))
	backend.Logger.FromContext(ctx).Info("The data source was started")
	return d, nil
}

func (d *Datasource) send(ctx context.Context, path, query string, noCache bool) (*telemetry.Unpacked, error) {
	page, err := d.pages.Get(ctx, path, query, noCache)
	if err != nil {
		return nil, err
	}
	return page.Unpack()
}

// Dispose ends what the instance started.
func (d *Datasource) Dispose() {
	d.engine.Close()
	d.pages.Close()
	d.client.CloseIdleConnections()
}
