// Command testhost starts the executable of the plugin as Grafana does, over gRPC, and passes requests on to it, for tests and
// benchmarks: a request per line of stdin, a response per line of stdout. The first line has the process id of the plugin.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/grpcplugin"
	"github.com/grafana/grafana-plugin-sdk-go/genproto/pluginv2"
	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
)

// request names a data source and what is wanted of it: queries, or else a resource or a health check.
type request struct {
	ID       int               `json:"id"`
	UID      string            `json:"uid"`
	URL      string            `json:"url"`
	APIKey   string            `json:"apiKey"`
	JSONData json.RawMessage   `json:"jsonData"`
	Headers  map[string]string `json:"headers"`
	// User is the login of who sends it; empty: nobody with an account.
	User     string  `json:"user"`
	Queries  []query `json:"queries"`
	Resource string  `json:"resource"`
	// Body is sent to the resource with POST; absent: GET.
	Body   json.RawMessage `json:"body"`
	Health bool            `json:"health"`
}

type query struct {
	RefID         string          `json:"refId"`
	Model         json.RawMessage `json:"model"`
	FromEpochMs   int64           `json:"fromEpochMs"`
	ToEpochMs     int64           `json:"toEpochMs"`
	MaxDataPoints int64           `json:"maxDataPoints"`
	IntervalMs    int64           `json:"intervalMs"`
}

// response has what was wanted, or why it failed. DurationMs is without the JSON of this program.
type response struct {
	ID         int                        `json:"id"`
	DurationMs float64                    `json:"durationMs"`
	Error      string                     `json:"error,omitempty"`
	Responses  *backend.QueryDataResponse `json:"responses,omitempty"`
	Status     int                        `json:"status,omitempty"`
	Headers    map[string][]string        `json:"headers,omitempty"`
	Body       []byte                     `json:"body,omitempty"`
	Health     *health                    `json:"health,omitempty"`
}

type health struct {
	// Status is OK or ERROR.
	Status  string          `json:"status"`
	Message string          `json:"message"`
	Details json.RawMessage `json:"details"`
}

type host struct {
	data        grpcplugin.DataClient
	resource    grpcplugin.ResourceClient
	diagnostics grpcplugin.DiagnosticsClient
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: testhost EXECUTABLE")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(executable string) error {
	command := exec.Command(executable)
	client := plugin.NewClient(&plugin.ClientConfig{
		Cmd: command,
		HandshakeConfig: plugin.HandshakeConfig{
			ProtocolVersion: grpcplugin.ProtocolVersion, MagicCookieKey: grpcplugin.MagicCookieKey, MagicCookieValue: grpcplugin.MagicCookieValue,
		},
		VersionedPlugins: map[int]plugin.PluginSet{grpcplugin.ProtocolVersion: {
			"data": &grpcplugin.DataGRPCPlugin{}, "resource": &grpcplugin.ResourceGRPCPlugin{},
			"diagnostics": &grpcplugin.DiagnosticsGRPCPlugin{},
		}},
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
		// The log of the plugin, and why it ended.
		Stderr: os.Stderr,
		// As Grafana: nothing of the environment but what the plugin protocol needs.
		SkipHostEnv: true,
	})
	defer client.Kill()
	connection, err := client.Client()
	if err != nil {
		return err
	}
	data, err := connection.Dispense("data")
	if err != nil {
		return err
	}
	resource, err := connection.Dispense("resource")
	if err != nil {
		return err
	}
	diagnostics, err := connection.Dispense("diagnostics")
	if err != nil {
		return err
	}
	output := json.NewEncoder(os.Stdout)
	if err := output.Encode(map[string]int{"pid": command.Process.Pid}); err != nil {
		return err
	}
	connected := &host{
		data: data.(grpcplugin.DataClient), resource: resource.(grpcplugin.ResourceClient),
		diagnostics: diagnostics.(grpcplugin.DiagnosticsClient),
	}
	return connected.answerLines(output)
}

func (h *host) answerLines(output *json.Encoder) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	var writing sync.Mutex
	var running sync.WaitGroup
	for lines.Scan() {
		wanted := request{}
		if err := json.Unmarshal(lines.Bytes(), &wanted); err != nil {
			return err
		}
		running.Go(func() {
			result := &response{ID: wanted.ID}
			startedAt := time.Now()
			err := h.answer(context.Background(), &wanted, result)
			result.DurationMs = float64(time.Since(startedAt).Microseconds()) / 1000
			if err != nil {
				result.Error = err.Error()
			}
			writing.Lock()
			defer writing.Unlock()
			_ = output.Encode(result)
		})
	}
	running.Wait()
	return lines.Err()
}

func (h *host) answer(ctx context.Context, wanted *request, result *response) error {
	if wanted.Resource != "" {
		return h.callResource(ctx, wanted, result)
	}
	if wanted.Health {
		return h.checkHealth(ctx, wanted, result)
	}
	queries := make([]backend.DataQuery, len(wanted.Queries))
	for index, query := range wanted.Queries {
		queries[index] = backend.DataQuery{
			RefID:         query.RefID,
			JSON:          query.Model,
			TimeRange:     backend.TimeRange{From: time.UnixMilli(query.FromEpochMs), To: time.UnixMilli(query.ToEpochMs)},
			MaxDataPoints: query.MaxDataPoints,
			Interval:      time.Duration(query.IntervalMs) * time.Millisecond,
		}
	}
	sent := &backend.QueryDataRequest{PluginContext: wanted.pluginContext(), Headers: wanted.Headers, Queries: queries}
	received, err := h.data.QueryData(ctx, backend.ToProto().QueryDataRequest(sent))
	if err != nil {
		return err
	}
	result.Responses, err = backend.FromProto().QueryDataResponse(received)
	return err
}

func (h *host) checkHealth(ctx context.Context, wanted *request, result *response) error {
	sent := &pluginv2.CheckHealthRequest{
		PluginContext: backend.ToProto().PluginContext(wanted.pluginContext()), Headers: wanted.Headers,
	}
	received, err := h.diagnostics.CheckHealth(ctx, sent)
	if err != nil {
		return err
	}
	result.Health = &health{Status: received.Status.String(), Message: received.Message, Details: received.JsonDetails}
	return nil
}

func (h *host) callResource(ctx context.Context, wanted *request, result *response) error {
	path, _, _ := strings.Cut(wanted.Resource, "?")
	sent := &backend.CallResourceRequest{
		PluginContext: wanted.pluginContext(), Method: "GET", Path: path, URL: wanted.Resource, Headers: map[string][]string{},
	}
	for name, value := range wanted.Headers {
		sent.Headers[name] = []string{value}
	}
	if wanted.Body != nil {
		sent.Method, sent.Body = "POST", wanted.Body
	}
	stream, err := h.resource.CallResource(ctx, backend.ToProto().CallResourceRequest(sent))
	if err != nil {
		return err
	}
	for {
		var part *pluginv2.CallResourceResponse
		part, err = stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		received := backend.FromProto().CallResourceResponse(part)
		if received.Status != 0 {
			result.Status, result.Headers = received.Status, received.Headers
		}
		result.Body = append(result.Body, received.Body...)
	}
}

// pluginContext has settings that never change: another data source has another UID.
func (r *request) pluginContext() backend.PluginContext {
	const pluginID = "telemetria-industrial-datasource"
	return backend.PluginContext{
		OrgID: 1, PluginID: pluginID, User: &backend.User{Login: r.User},
		DataSourceInstanceSettings: &backend.DataSourceInstanceSettings{
			UID: r.UID, Type: pluginID, URL: r.URL, JSONData: r.JSONData,
			DecryptedSecureJSONData: map[string]string{"apiKey": r.APIKey},
		},
	}
}
