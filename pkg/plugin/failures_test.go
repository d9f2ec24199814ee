package plugin

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/backend/log"

	"telemetria-industrial-datasource/pkg/engine"
	"telemetria-industrial-datasource/pkg/testwait"
)

func TestTheStatusOfTheAPIIsThatOfTheQuery(t *testing.T) {
	api := startAPI(t)
	for _, status := range []int{400, 401, 403, 404, 500} {
		api.setStatus(status)
		response := queryData(t, api.dataSource(t, "key", `{}`), fromAlert, history)["A"]
		if response.Error == nil || int(response.Status) != status || response.ErrorSource != backend.ErrorSourceDownstream {
			t.Errorf("%d: status %d, source %s, error %v", status, response.Status, response.ErrorSource, response.Error)
		}
	}
	api.setStatus(http.StatusOK)
	instance := api.dataSource(t, "key", `{}`)
	for words, model := range map[string]string{
		"Choose a tag": `{"refId":"A","version":2,"kind":"history","devices":["P1"]}`,
		"$device":      `{"refId":"A","version":2,"kind":"history","devices":["$device"],"tags":["pressure"]}`,
		"7x":           `{"refId":"A","version":2,"kind":"history","devices":["P1"],"tags":["pressure"],"interval":"7x"}`,
		"forecast":     `{"refId":"A","version":2,"kind":"forecast"}`,
	} {
		response := queryData(t, instance, fromAlert, model)["A"]
		if response.Error == nil || response.Status != backend.StatusBadRequest || response.ErrorSource != backend.ErrorSourceDownstream ||
			!strings.Contains(response.Error.Error(), words) {
			t.Errorf("%s: status %d, source %s, error %v", words, response.Status, response.ErrorSource, response.Error)
		}
	}
}

func TestAResponseThatIsNoneOfTheAPIIsABadGateway(t *testing.T) {
	for _, body := range []string{`<html>Sign in</html>`, `{"resultado":[]}`, `{"dispositivo":`} {
		server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, _ *http.Request) { _, _ = writer.Write([]byte(body)) }))
		response := queryData(t, (&testAPI{Server: server}).dataSource(t, "key", `{}`), fromAlert, history)["A"]
		if response.Error == nil || response.Status != http.StatusBadGateway || response.ErrorSource != backend.ErrorSourceDownstream {
			t.Errorf("%s: status %d, source %s, error %v", body, response.Status, response.ErrorSource, response.Error)
		}
		server.Close()
	}
}

func TestADefectOfThePluginIsNamedAsThat(t *testing.T) {
	for name, why := range map[string]failure{
		"no status":   failureOf("TypeError: x is undefined", 0),
		"a crash":     failureOfCall(context.Background(), fmt.Errorf("the script crashed")),
		"no end":      failureOfCall(context.Background(), fmt.Errorf("%w: 60 s", engine.ErrTooLong)),
		"with others": {err: fmt.Errorf("frame"), status: backend.StatusInternal, source: backend.ErrorSourcePlugin},
	} {
		response := why.add(failureOf("not found", 404).add(backend.DataResponse{}))
		if response.Status != backend.StatusInternal || response.ErrorSource != backend.ErrorSourcePlugin {
			t.Errorf("%s: status %d, source %s", name, response.Status, response.ErrorSource)
		}
	}
	if large := failureOfCall(context.Background(), fmt.Errorf("%w: rows", engine.ErrTooLarge)); large.status != backend.StatusBadRequest {
		t.Errorf("a query that is too large: status %d", large.status)
	}
	first := failureOf("forbidden", 403).add(failureOf("not found", 404).add(backend.DataResponse{}))
	if first.Status != 404 || first.Error.Error() != "not found; forbidden" {
		t.Errorf("status %d, error %v", first.Status, first.Error)
	}
}

func TestADefectIsInTheLogAndTheAddressIsNot(t *testing.T) {
	records := &recordedLog{Logger: log.DefaultLogger}
	before := backend.Logger
	backend.Logger = records
	t.Cleanup(func() { backend.Logger = before })
	api := startAPI(t)
	instance := api.dataSource(t, "secret-key", `{}`)
	// A query without an engine ends as if the script had broken.
	instance.engine.Close()
	response := queryData(t, instance, fromAlert, history)["A"]
	if response.ErrorSource != backend.ErrorSourcePlugin {
		t.Errorf("source %s, error %v", response.ErrorSource, response.Error)
	}
	text := records.String()
	for _, want := range []string{"A script was started", "The data source was started", "A query failed by a defect of the plugin"} {
		if !strings.Contains(text, want) {
			t.Errorf("log %s, want %s", text, want)
		}
	}
	if strings.Contains(text, "secret-key") || strings.Contains(text, strings.TrimPrefix(api.URL, "http://")) {
		t.Errorf("log %s", text)
	}
}

// recordedLog keeps what is logged, also by goroutines.
type recordedLog struct {
	log.Logger
	mutex sync.Mutex
	texts []string
}

func (l *recordedLog) FromContext(context.Context) log.Logger { return l }
func (l *recordedLog) With(args ...any) log.Logger {
	l.record("with", args)
	return l
}
func (l *recordedLog) Info(text string, args ...any)  { l.record(text, args) }
func (l *recordedLog) Warn(text string, args ...any)  { l.record(text, args) }
func (l *recordedLog) Error(text string, args ...any) { l.record(text, args) }
func (l *recordedLog) record(text string, args []any) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.texts = append(l.texts, fmt.Sprint(text, args))
}
func (l *recordedLog) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return strings.Join(l.texts, "\n")
}

func TestAHostileQueryFailsAndTheOthersOfThePanelDoNot(t *testing.T) {
	instance := startAPI(t).dataSource(t, "key", `{}`)
	good := strings.Replace(history, `"refId":"A"`, `"refId":"B"`, 1)
	for name, hostile := range map[string]string{
		"deep":       strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000),
		"objects":    strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000),
		"wide":       "[" + strings.Repeat("{},", 1_000_000) + "{}]",
		"a long one": `"` + strings.Repeat("a", 1<<20) + `"`,
	} {
		model := fmt.Sprintf(`{"refId":"A","version":2,"kind":"history","devices":["P1"],"tags":["pressure"],"x":%s}`, hostile)
		responses := queryData(t, instance, fromAlert, model, good)
		if bad := responses["A"]; bad.Error == nil || bad.Status != backend.StatusBadRequest || !strings.Contains(bad.Error.Error(), "the saved query was not read") {
			t.Errorf("%s: status %d, error %v", name, bad.Status, bad.Error)
		}
		if other := responses["B"]; other.Error != nil || len(other.Frames) != 1 {
			t.Errorf("%s: beside it: error %v, %d frames", name, other.Error, len(other.Frames))
		}
	}
}

func TestAHostileResponseIsAnErrorOfItsQueryAlone(t *testing.T) {
	bodies := map[string]string{
		"deep": strings.Repeat("[", 3<<20), "wide": `{"datos":[` + strings.Repeat("{},", 2<<20) + `{}]}`,
		"long": `{"datos":[],"siguiente":"` + strings.Repeat("a", 8<<20) + `"}`,
	}
	for name, body := range bodies {
		for _, status := range []int{200, 404, 503} {
			plain := startAPI(t)
			hostile := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
				if request.URL.Path == "/v1/lecturas" {
					writer.Header().Set("Retry-After", "3600")
					writer.WriteHeader(status)
					_, _ = writer.Write([]byte(body))
					return
				}
				plain.ServeHTTP(writer, request)
			}))
			responses := queryData(t, (&testAPI{Server: hostile}).dataSource(t, "key", `{}`), fromAlert, history, `{"refId":"B","version":2,"kind":"latest"}`)
			want := map[int]backend.Status{200: 502, 404: 404, 503: 503}[status]
			why := map[int]string{200: "v1/lecturas exceeds what the API specification allows"}[status]
			if why == "" {
				why = "v1/lecturas was not read: "
			}
			if bad := responses["A"]; bad.Error == nil || bad.Status != want || !strings.Contains(bad.Error.Error(), why) {
				t.Errorf("%s, %d: status %d, error %.300v", name, status, bad.Status, bad.Error)
			}
			if other := responses["B"]; other.Error != nil || len(other.Frames) == 0 {
				t.Errorf("%s, %d: beside it: error %v", name, status, other.Error)
			}
			hostile.Close()
		}
	}
}

func TestNoFindingOfTheHealthCheckNamesTheAddress(t *testing.T) {
	api := startAPI(t)
	instance := api.dataSource(t, "key", `{}`)
	api.Close()
	result, err := instance.CheckHealth(context.Background(), &backend.CheckHealthRequest{})
	text := result.Message + string(result.JSONDetails)
	if err != nil || !strings.Contains(text, "No response from the URL of the data source") || strings.Contains(text, "127.0.0.1") {
		t.Errorf("result %s, error %v", text, err)
	}
	without := &testAPI{Server: &httptest.Server{}}
	result, err = without.dataSource(t, "", `{}`).CheckHealth(context.Background(), &backend.CheckHealthRequest{})
	if err != nil || !strings.Contains(result.Message, "No URL is set") {
		t.Errorf("result %+v, error %v", result, err)
	}
}

func TestNothingIsRequestedAfterAQueryWasCancelled(t *testing.T) {
	plain := startAPI(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var requests, ended atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/v1/dispositivos" {
			plain.ServeHTTP(writer, request)
			return
		}
		if requests.Add(1) == 1 {
			cancel()
		}
		<-request.Context().Done()
		ended.Add(1)
	}))
	defer server.Close()
	instance := (&testAPI{Server: server}).dataSource(t, "key", `{}`)
	request := &backend.QueryDataRequest{Headers: fromAlert}
	// Each has a range of its own, so that one follows the other.
	for index := range 3 {
		request.Queries = append(request.Queries, backend.DataQuery{
			RefID: string(rune('A' + index)), JSON: json.RawMessage(history),
			TimeRange: backend.TimeRange{From: from, To: from.Add(time.Duration(1+index) * time.Hour)},
		})
	}
	responses, err := instance.QueryData(ctx, request)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range request.Queries {
		response := responses.Responses[query.RefID]
		if response.Error == nil || response.Status != statusCancelled || response.ErrorSource != backend.ErrorSourceDownstream {
			t.Errorf("%s: status %d, source %s", query.RefID, response.Status, response.ErrorSource)
		}
	}
	testwait.Until(t, "every request to end", func() bool { return ended.Load() == requests.Load() })
	// The engine has finished with the queries when it answers another one.
	if response := queryData(t, instance, fromAlert, `{"refId":"A","version":2,"kind":"devices"}`)["A"]; response.Error != nil {
		t.Fatal(response.Error)
	}
	if got := requests.Load(); got != 1 {
		t.Errorf("%d requests, want that of the query that was running", got)
	}
}

func TestTheRequestForTheDevicesEndsWithTheQueryThatNeedsThem(t *testing.T) {
	plain := startAPI(t)
	arrived, ended := make(chan struct{}), make(chan struct{})
	var hasFailed atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if request.URL.Path == "/v1/dispositivos" && !hasFailed.Swap(true) {
			close(arrived)
			<-request.Context().Done()
			close(ended)
			return
		}
		plain.ServeHTTP(writer, request)
	}))
	defer server.Close()
	instance := (&testAPI{Server: server}).dataSource(t, "key", `{}`)
	request := &backend.QueryDataRequest{Headers: fromAlert, Queries: []backend.DataQuery{{
		RefID: "A", JSON: []byte(strings.Replace(history, `"P1"`, `"P*"`, 1)), MaxDataPoints: 100,
		TimeRange: backend.TimeRange{From: from, To: from.Add(24 * time.Hour)},
	}}}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		<-arrived
		cancel()
	}()
	responses, err := instance.QueryData(ctx, request)
	if err != nil || responses.Responses["A"].Status != statusCancelled {
		t.Errorf("responses %v, error %v", responses, err)
	}
	<-ended
	// The request that was ended is no failure of the API that others would share.
	responses, err = instance.QueryData(context.Background(), request)
	if err != nil || responses.Responses["A"].Error != nil || len(responses.Responses["A"].Frames) == 0 {
		t.Errorf("responses %v, error %v", responses, err)
	}
}
