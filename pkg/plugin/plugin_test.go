package plugin

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/data"
	"github.com/prometheus/client_golang/prometheus"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/scripts/backend/bundle"
)

var from = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// testAPI answers history with buckets of the hour; the value tells the key that was used.
type testAPI struct {
	*httptest.Server
	mutex    sync.Mutex
	requests []string
	status   int
}

func startAPI(t *testing.T) *testAPI {
	t.Helper()
	api := &testAPI{status: http.StatusOK}
	api.Server = httptest.NewServer(api)
	t.Cleanup(api.Close)
	return api
}

func (a *testAPI) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	a.mutex.Lock()
	a.requests = append(a.requests, request.URL.Path)
	status := a.status
	a.mutex.Unlock()
	writer.Header().Set("Content-Type", "application/json")
	writer.WriteHeader(status)
	if status != http.StatusOK {
		_, _ = writer.Write([]byte(`{"detail":"no"}`))
		return
	}
	params := request.URL.Query()
	value := len(request.Header.Get("Authorization"))
	switch request.URL.Path {
	case "/v1/lecturas":
		rows := []string{}
		for hour := range 24 {
			ts := from.Add(time.Duration(hour) * time.Hour).Format(time.RFC3339)
			rows = append(rows, fmt.Sprintf(`{"ts":%q,"avg":%d,"min":%d,"max":%d,"n":60}`, ts, value, value-1, value+1))
		}
		_, _ = fmt.Fprintf(writer, `{"dispositivo":%q,"tag":%q,"intervalo":%q,"unidad":"bar","datos":[%s],"siguiente":null}`,
			params.Get("dispositivo"), params.Get("tag"), params.Get("intervalo"), strings.Join(rows, ","))
	case "/v1/dispositivos":
		_, _ = writer.Write([]byte(`{"dispositivos":[{"codigo":"P1","nombre":"Pump","sede":"S","area":"A","tags":[{"clave":"pressure","nombre":"Pressure","unidad":"bar","tipo":"medida"}]}],"siguiente":null}`))
	case "/v1/valores":
		_, _ = writer.Write([]byte(`{"valores":[{"dispositivo":"P1","tag":"pressure","nombre":"Pressure","unidad":"bar","valor":5,"ts":"2026-03-02T00:00:00Z"}],"siguiente":null}`))
	case "/v1/alertas":
		_, _ = writer.Write([]byte(`{"alertas":[{"id":"1","dispositivo":"P1","tag":"pressure","regla":"high","severidad":"aviso","inicio":"2026-03-02T03:00:00Z","valor_inicio":9}],"siguiente":null}`))
	default:
		_, _ = writer.Write([]byte(`{"exportaciones":[]}`))
	}
}

func (a *testAPI) setStatus(status int) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.status = status
}

func (a *testAPI) count(path string) int {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	count := 0
	for _, requested := range a.requests {
		if requested == path {
			count++
		}
	}
	return count
}

// bundledScript is compiled once for all tests.
var bundledScript = sync.OnceValues(func() (*engine.Script, error) {
	text, err := bundle.Read("../..")
	if err != nil {
		return nil, err
	}
	return engine.Compile(text)
})

func (a *testAPI) dataSource(t *testing.T, apiKey, jsonData string) *Datasource {
	t.Helper()
	script, err := bundledScript()
	if err != nil {
		t.Fatal(err)
	}
	instance, err := newDatasource(context.Background(), script, backend.DataSourceInstanceSettings{
		UID: "uid", Type: "telemetria-industrial-datasource", URL: a.URL, JSONData: []byte(jsonData), DecryptedSecureJSONData: map[string]string{"apiKey": apiKey},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(instance.Dispose)
	return instance
}

const history = `{"refId":"A","version":2,"kind":"history","devices":["P1"],"tags":["pressure"],"interval":"1h","statistics":["avg","max"]}`

var fromAlert = map[string]string{"FromAlert": "true"}

func queryData(t *testing.T, instance *Datasource, headers map[string]string, models ...string) backend.Responses {
	t.Helper()
	request := &backend.QueryDataRequest{Headers: headers}
	for index, model := range models {
		request.Queries = append(request.Queries, backend.DataQuery{
			RefID: string(rune('A' + index)), JSON: json.RawMessage(model), MaxDataPoints: 43_200, Interval: time.Second,
			TimeRange: backend.TimeRange{From: from, To: from.Add(24 * time.Hour)},
		})
	}
	responses, err := instance.QueryData(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	return responses.Responses
}

func TestAlertRulesGetASeriesForEachStatistic(t *testing.T) {
	response := queryData(t, startAPI(t).dataSource(t, "key", `{}`), fromAlert, history)["A"]
	series := seriesOf(t, response.Frames)
	if response.Error != nil || len(series) != 2 {
		t.Fatalf("error %v, %d series", response.Error, len(series))
	}
	for index, statistic := range []string{"avg", "max"} {
		want := data.Labels{"device": "P1", "tag": "pressure", "site": "S", "area": "A", "name": "Pressure", "statistic": statistic}
		if got := series[index].labels.String(); got != want.String() {
			t.Errorf("labels %s, want %s", got, want)
		}
		if value := series[index].values[7]; value != float64(len("Bearer key")+index) {
			t.Errorf("value %v", value)
		}
	}
}

func TestDataSourcesWithDifferentKeysNeverShareAPage(t *testing.T) {
	api := startAPI(t)
	one, other := api.dataSource(t, "one", `{}`), api.dataSource(t, "another", `{}`)
	for range 2 {
		for instance, key := range map[*Datasource]string{one: "one", other: "another"} {
			frame := queryData(t, instance, fromAlert, history)["A"].Frames[0]
			if value, _ := frame.Fields[1].FloatAt(0); value != float64(len("Bearer "+key)) {
				t.Errorf("key %s got %v", key, value)
			}
		}
	}
	if count := api.count("/v1/lecturas"); count != 2 {
		t.Errorf("%d requests, want 2", count)
	}
}

func TestTheBoundsOfSettingsHoldForProvisionedOnes(t *testing.T) {
	limits, err := startAPI(t).dataSource(t, "key", `{"sharedCacheMegabytes":1e9,"lateArrivalMinutes":"5"}`).engine.Limits()
	if err != nil {
		t.Fatal(err)
	}
	if limits.MaxBytes != 2048<<20 || limits.LateArrival != 10*time.Minute {
		t.Errorf("limits %+v", limits)
	}
}

func TestTheZoneOfStepsIsSaid(t *testing.T) {
	api := startAPI(t)
	for settings, cases := range map[string]map[string]string{
		`{}`:                                 {"": "UTC", `,"timeZone":"Asia/Kathmandu"`: "Asia/Kathmandu", `,"timeZone":"Nowhere"`: "UTC"},
		`{"serverTimeZone":"Europe/Madrid"}`: {"": "Europe/Madrid", `,"timeZone":"Asia/Kathmandu"`: "Asia/Kathmandu"},
	} {
		for timeZone, want := range cases {
			model := strings.TrimSuffix(history, "}") + timeZone + "}"
			frame := queryData(t, api.dataSource(t, "key", settings), fromAlert, model)["A"].Frames[0]
			notices, _ := json.Marshal(frame.Meta.Notices)
			if !strings.Contains(string(notices), want) {
				t.Errorf("%s %s: notices %s, want %s", settings, timeZone, notices, want)
			}
		}
	}
}

func TestAllKindsAnswer(t *testing.T) {
	instance := startAPI(t).dataSource(t, "key", `{}`)
	for _, headers := range []map[string]string{nil, fromAlert} {
		for _, kind := range []string{"latest", "alerts", "devices", "exports"} {
			response := queryData(t, instance, headers, fmt.Sprintf(`{"refId":"A","version":2,"kind":%q}`, kind))["A"]
			if response.Error != nil || len(response.Frames) == 0 {
				t.Errorf("%s: error %v, %d frames", kind, response.Error, len(response.Frames))
			}
		}
	}
}

func TestAHiddenQueryAnswersTheExpressionThatNeedsIt(t *testing.T) {
	instance := startAPI(t).dataSource(t, "key", `{}`)
	model := strings.Replace(history, `"refId":"A"`, `"refId":"A","hide":true`, 1)
	series := seriesOf(t, queryData(t, instance, nil, model)["A"].Frames)
	if len(series) != 2 || series[0].labels["name"] != "Pressure" {
		t.Errorf("series %v", series)
	}
}

func TestHealthHasTheFindingsOfTheCore(t *testing.T) {
	api := startAPI(t)
	for status, want := range map[int]backend.HealthStatus{200: backend.HealthStatusOk, 401: backend.HealthStatusError} {
		api.setStatus(status)
		result, err := api.dataSource(t, "key", `{}`).CheckHealth(context.Background(), &backend.CheckHealthRequest{})
		if err != nil || result.Status != want || result.Message == "" {
			t.Errorf("%d: result %+v, error %v", status, result, err)
		}
	}
}

func TestResourcesAreThePagesOfTheAPIAndNothingElse(t *testing.T) {
	api := startAPI(t)
	instance := api.dataSource(t, "key", `{}`)
	call := func(method, path string) (status int, body string) {
		err := instance.CallResource(context.Background(), &backend.CallResourceRequest{Method: method, Path: path, URL: path},
			backend.CallResourceResponseSenderFunc(func(response *backend.CallResourceResponse) error {
				status = response.Status
				body += string(response.Body)
				return nil
			}))
		if err != nil {
			t.Fatal(err)
		}
		return status, body
	}
	if status, body := call("GET", "v1/valores?limite=1"); status != 200 || !strings.Contains(body, `"valor":5`) {
		t.Errorf("status %d, body %s", status, body)
	}
	if status, body := call("GET", "status"); status != 200 || body != `{"running":true}` || api.count("/status") != 0 {
		t.Errorf("status %d, body %q", status, body)
	}
	for _, refused := range [][2]string{{"PUT", "v1/valores"}, {"HEAD", "v1/valores"}, {"GET", "v1/valores/"}, {"GET", "v1//valores"}, {"GET", "v1"}, {"GET", ""}, {"GET", "status/"}, {"GET", "v1/otros"}, {"GET", "health"}, {"GET", "v1/exportaciones/../valores"}} {
		if status, _ := call(refused[0], refused[1]); status != 404 {
			t.Errorf("%v: status %d", refused, status)
		}
	}
	api.setStatus(http.StatusUnauthorized)
	if status, body := call("GET", "v1/alertas"); status != 400 || !strings.Contains(body, "Authentication to data source failed") {
		t.Errorf("status %d, body %s", status, body)
	}
	api.Close()
	if status, _ := call("GET", "v1/valores"); status != 502 {
		t.Errorf("status %d", status)
	}
}

func TestBrowsersGetHistoryAsCompressedColumnsIfTheyAsk(t *testing.T) {
	api := startAPI(t)
	instance := api.dataSource(t, "key", `{}`)
	const window = "v1/lecturas?desde=2026-03-02T00:00:00.000Z&hasta=2026-03-03T00:00:00.000Z&intervalo=1h"
	call := func(path string, headers map[string][]string) (received *backend.CallResourceResponse) {
		t.Helper()
		request := &backend.CallResourceRequest{Method: "GET", Path: "v1/lecturas", URL: path, Headers: headers}
		err := instance.CallResource(context.Background(), request, backend.CallResourceResponseSenderFunc(
			func(response *backend.CallResourceResponse) error { received = response; return nil }))
		if err != nil {
			t.Fatal(err)
		}
		return received
	}
	first := func(response *backend.CallResourceResponse, header string) string {
		return strings.Join(response.Headers[header], ",")
	}
	accept, gzipped := []string{columnsType}, []string{"br, gzip"}
	plain := call(window, map[string][]string{"Accept": accept})
	if first(plain, "Content-Type") != columnsType || first(plain, "Content-Encoding") != "" || plain.Body[0] != 1 {
		t.Errorf("headers %v, body %.20q", plain.Headers, plain.Body)
	}
	packed := call(window, map[string][]string{"Accept": accept, "Accept-Encoding": gzipped})
	reader, err := gzip.NewReader(bytes.NewReader(packed.Body))
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(reader)
	if err != nil || !bytes.Equal(unpacked, plain.Body) || first(packed, "Content-Type") != columnsType ||
		first(packed, "Content-Encoding") != "gzip" || first(packed, "X-Telemetria-Age") == "" {
		t.Errorf("error %v, headers %v", err, packed.Headers)
	}
	if count := api.count("/v1/lecturas"); count != 1 {
		t.Errorf("%d requests, want 1", count)
	}
	// A tab that was open before the backend knew columns.
	old := call(window, nil)
	if !strings.Contains(string(old.Body), `"datos"`) || first(old, "Content-Type") != "application/json" {
		t.Errorf("headers %v, body %.100s", old.Headers, old.Body)
	}
	api.setStatus(http.StatusServiceUnavailable)
	failed := call(window+"&limite=7", map[string][]string{"Accept": accept, "Accept-Encoding": gzipped})
	if failed.Status != 503 || string(failed.Body) != `{"detail":"no"}` || first(failed, "Content-Type") != "application/json" {
		t.Errorf("status %d, body %s", failed.Status, failed.Body)
	}
}

func TestAQueryOfABrowserCanBypassTheCache(t *testing.T) {
	api := startAPI(t)
	instance := api.dataSource(t, "key", `{}`)
	for _, headers := range []map[string][]string{nil, nil, {"Cache-Control": {"no-cache"}}} {
		request := &backend.CallResourceRequest{Method: "GET", Path: "v1/valores", URL: "v1/valores", Headers: headers}
		ignore := backend.CallResourceResponseSenderFunc(func(*backend.CallResourceResponse) error { return nil })
		if err := instance.CallResource(context.Background(), request, ignore); err != nil {
			t.Fatal(err)
		}
	}
	if count := api.count("/v1/valores"); count != 2 {
		t.Errorf("%d requests, want 2", count)
	}
}

func TestMetricsAreThoseOfTheDocumentation(t *testing.T) {
	queryData(t, startAPI(t).dataSource(t, "key", `{}`), fromAlert, history)
	families, err := prometheus.DefaultGatherer.Gather()
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../../docs/guide/alerting.md")
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, family := range families {
		if strings.HasPrefix(family.GetName(), "telemetria_") {
			count++
			if !strings.Contains(string(document), "`"+family.GetName()+"`") {
				t.Errorf("%s is not documented", family.GetName())
			}
		}
	}
	if count != 6 {
		t.Errorf("%d metrics, want 6", count)
	}
}

func TestQueriesThatRunEndWhenTheSettingsChange(t *testing.T) {
	requested := make(chan struct{}, 100)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		requested <- struct{}{}
		<-request.Context().Done()
	}))
	defer server.Close()
	instance := (&testAPI{Server: server}).dataSource(t, "", `{}`)
	go func() {
		<-requested
		instance.Dispose()
	}()
	if response := queryData(t, instance, fromAlert, history)["A"]; response.Error == nil {
		t.Error("no error")
	}
}

func TestThePluginIsHealthyWithoutADataSource(t *testing.T) {
	ofDataSources := backend.CheckHealthHandlerFunc(
		func(context.Context, *backend.CheckHealthRequest) (*backend.CheckHealthResult, error) {
			return &backend.CheckHealthResult{Status: backend.HealthStatusError}, nil
		})
	for want, settings := range map[backend.HealthStatus]*backend.DataSourceInstanceSettings{
		backend.HealthStatusOk: nil, backend.HealthStatusError: {UID: "uid"},
	} {
		request := &backend.CheckHealthRequest{PluginContext: backend.PluginContext{DataSourceInstanceSettings: settings}}
		result, err := HealthOfPlugin(ofDataSources).CheckHealth(context.Background(), request)
		if err != nil || result.Status != want {
			t.Errorf("settings %v: result %+v, error %v", settings, result, err)
		}
	}
}
