package plugin

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grafana/dataplane/sdata/timeseries"
	"github.com/grafana/grafana-plugin-sdk-go/backend"
	"github.com/grafana/grafana-plugin-sdk-go/data"
)

// plant is an API whose data moves: each pair of device and tag has a value for each minute, or is silent.
type plant struct {
	*httptest.Server
	mutex sync.Mutex
	// valueAt by "device tag"; a pair without one has no readings. NaN: a bucket without usable numbers.
	valueAt map[string]func(time.Time) (float64, bool)
	// statusOf a request.
	statusOf func(*http.Request) int
}

const inventoryOfPlant = `{"dispositivos":[
	{"codigo":"P1","nombre":"Pump 1","sede":"S","area":"A","tags":[{"clave":"flow","nombre":"Flow","unidad":"m3/h","tipo":"medida"},{"clave":"pressure","nombre":"Pressure","unidad":"bar","tipo":"medida"},{"clave":"energy","nombre":"Energy","unidad":"kWh","tipo":"contador"}]},
	{"codigo":"P2","nombre":"Pump 2","sede":"S","area":"B","tags":[{"clave":"flow","nombre":"Flow","unidad":"m3/h","tipo":"medida"},{"clave":"pressure","nombre":"Pressure","unidad":"bar","tipo":"medida"}]}
],"siguiente":null}`

func startPlant(t *testing.T) *plant {
	t.Helper()
	server := &plant{valueAt: map[string]func(time.Time) (float64, bool){}, statusOf: func(*http.Request) int { return http.StatusOK }}
	server.Server = httptest.NewServer(server)
	t.Cleanup(server.Close)
	return server
}

func constant(value float64) func(time.Time) (float64, bool) {
	return func(time.Time) (float64, bool) { return value, true }
}

func silent(time.Time) (float64, bool) { return 0, false }

func (p *plant) set(series string, valueAt func(time.Time) (float64, bool)) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.valueAt[series] = valueAt
}

// fail lets the requests that match fail, or none.
func (p *plant) fail(matches func(*http.Request) bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.statusOf = func(request *http.Request) int {
		if matches != nil && matches(request) {
			return http.StatusInternalServerError
		}
		return http.StatusOK
	}
}

func (p *plant) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	writer.Header().Set("Content-Type", "application/json")
	if status := p.statusOf(request); status != http.StatusOK {
		writer.WriteHeader(status)
		_, _ = writer.Write([]byte(`{"detail":"no"}`))
		return
	}
	params := request.URL.Query()
	switch request.URL.Path {
	case "/v1/lecturas":
		device, tag, level := params.Get("dispositivo"), params.Get("tag"), params.Get("intervalo")
		from, _ := time.Parse(time.RFC3339, params.Get("desde"))
		to, _ := time.Parse(time.RFC3339, params.Get("hasta"))
		_, _ = fmt.Fprintf(writer, `{"dispositivo":%q,"tag":%q,"intervalo":%q,"unidad":"","datos":[%s],"siguiente":null}`,
			device, tag, level, strings.Join(p.rows(device+" "+tag, level, from, to), ","))
	case "/v1/dispositivos":
		_, _ = writer.Write([]byte(inventoryOfPlant))
	case "/v1/valores":
		values := []string{}
		for _, series := range []string{"P1 flow", "P1 pressure", "P2 flow", "P2 pressure"} {
			if valueAt, ok := p.valueAt[series]; ok {
				device, tag, _ := strings.Cut(series, " ")
				at, value := lastOf(valueAt, time.Now())
				values = append(values, fmt.Sprintf(`{"dispositivo":%q,"tag":%q,"nombre":"","unidad":"","valor":%v,"ts":%q}`,
					device, tag, value, at.Format(time.RFC3339)))
			}
		}
		_, _ = fmt.Fprintf(writer, `{"valores":[%s],"siguiente":null}`, strings.Join(values, ","))
	}
}

// rows has one reading each minute; buckets of the level.
func (p *plant) rows(series, level string, from, to time.Time) []string {
	valueAt := p.valueAt[series]
	rows := []string{}
	if valueAt == nil {
		return rows
	}
	length := map[string]time.Duration{"crudo": time.Minute, "1m": time.Minute, "1h": time.Hour, "1d": 24 * time.Hour}[level]
	for start := from.Truncate(length); start.Before(to); start = start.Add(length) {
		values := []float64{}
		for at := start; at.Before(start.Add(length)) && at.Before(time.Now()); at = at.Add(time.Minute) {
			if value, ok := valueAt(at); ok {
				values = append(values, value)
			}
		}
		switch {
		case start.Before(from) || len(values) == 0:
		case level == "crudo":
			rows = append(rows, fmt.Sprintf(`{"ts":%q,"valor":%v}`, start.Format(time.RFC3339), values[0]))
		case math.IsNaN(values[0]):
			rows = append(rows, fmt.Sprintf(`{"ts":%q,"avg":null,"min":null,"max":null,"n":1}`, start.Format(time.RFC3339)))
		default:
			sum := 0.0
			for _, value := range values {
				sum += value
			}
			rows = append(rows, fmt.Sprintf(`{"ts":%q,"avg":%v,"min":%v,"max":%v,"n":%d}`,
				start.Format(time.RFC3339), sum/float64(len(values)), slices.Min(values), slices.Max(values), len(values)))
		}
	}
	return rows
}

func lastOf(valueAt func(time.Time) (float64, bool), now time.Time) (time.Time, float64) {
	for at := now.Truncate(time.Minute); at.After(now.Add(-24 * time.Hour)); at = at.Add(-time.Minute) {
		if value, ok := valueAt(at); ok {
			return at, value
		}
	}
	return now.Add(-24 * time.Hour), 0
}

func (p *plant) dataSource(t *testing.T) *Datasource {
	t.Helper()
	return (&testAPI{Server: p.Server}).dataSource(t, "key", `{}`)
}

// query answers a query about the time until now, as Grafana sends it for alert rules.
func query(t *testing.T, instance *Datasource, headers map[string]string, length time.Duration, model string) backend.DataResponse {
	t.Helper()
	now := time.Now()
	return queryRange(t, instance, headers, backend.TimeRange{From: now.Add(-length), To: now}, model)
}

func queryRange(
	t *testing.T, instance *Datasource, headers map[string]string, timeRange backend.TimeRange, model string,
) backend.DataResponse {
	t.Helper()
	responses, err := instance.QueryData(t.Context(), &backend.QueryDataRequest{Headers: headers, Queries: []backend.DataQuery{{
		RefID: "A", JSON: []byte(model), MaxDataPoints: 43_200, Interval: time.Second, TimeRange: timeRange,
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return responses.Responses["A"]
}

// states are those of a rule of Reduce and Threshold: "Error", "No data", or of each instance by its labels. The frames are read
// by the library that Grafana's expressions read them with; like Reduce, a series with a null or without points is not a number,
// and no comparison with that is true.
func states(t *testing.T, response backend.DataResponse, reduce func([]float64) float64, isAlerting func(float64) bool) string {
	t.Helper()
	if response.Error != nil {
		return "Error"
	}
	instances := []string{}
	for _, series := range seriesOf(t, response.Frames) {
		state := "Normal"
		if values := series.values; len(values) > 0 && !slices.ContainsFunc(values, math.IsNaN) && isAlerting(reduce(values)) {
			state = "Alerting"
		}
		instances = append(instances, fmt.Sprintf("%s %s: %s", series.labels["device"], series.labels["tag"], state))
	}
	if len(instances) == 0 {
		return "No data"
	}
	slices.Sort(instances)
	return strings.Join(instances, ", ")
}

type readSeries struct {
	labels data.Labels
	times  []time.Time
	values []float64
}

// seriesOf reads frames as Grafana's expressions do.
func seriesOf(t *testing.T, frames data.Frames) []readSeries {
	t.Helper()
	if len(frames) == 0 {
		return nil
	}
	reader, err := timeseries.CollectionReaderFromFrames(frames)
	if err != nil {
		t.Fatal(err)
	}
	collection, err := reader.GetCollection(true)
	if err != nil {
		t.Fatal(err)
	}
	result := []readSeries{}
	for _, ref := range collection.Refs {
		read := readSeries{labels: ref.GetLabels()}
		for row := range ref.ValueField.Len() {
			value, err := ref.ValueField.NullableFloatAt(row)
			if err != nil {
				t.Fatal(err)
			}
			if value == nil {
				value = new(float64)
				*value = math.NaN()
			}
			read.times = append(read.times, ref.TimeField.At(row).(time.Time))
			read.values = append(read.values, *value)
		}
		result = append(result, read)
	}
	return result
}

func above(limit float64) func(float64) bool {
	return func(value float64) bool { return value > limit }
}
func below(limit float64) func(float64) bool {
	return func(value float64) bool { return value < limit }
}
func last(values []float64) float64 { return values[len(values)-1] }

const pressures = `{"refId":"A","version":2,"kind":"history","devices":["P1","P2"],"tags":["pressure"],"interval":"1m","statistics":["max"],"noCache":true}`

func TestARuleFollowsTheDataThroughAllItsStates(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	ofOne := func(path string) func(*http.Request) bool {
		return func(request *http.Request) bool { return strings.Contains(request.URL.String(), path) }
	}
	const bothNormal = "P1 pressure: Normal, P2 pressure: Normal"
	for _, step := range []struct {
		what          string
		first, second func(time.Time) (float64, bool)
		failing       func(*http.Request) bool
		want          string
		wantBelow     string
	}{
		{"in its limits", constant(5), constant(5), nil, bothNormal, bothNormal},
		{"one is too high", constant(9), constant(5), nil, "P1 pressure: Alerting, P2 pressure: Normal", bothNormal},
		{"one is too low", constant(1), constant(5), nil, bothNormal, "P1 pressure: Alerting, P2 pressure: Normal"},
		{"one is silent", silent, constant(5), nil, "P2 pressure: Normal", "P2 pressure: Normal"},
		{"one has nothing but nulls", constant(math.NaN()), constant(9), nil, "P2 pressure: Alerting", "P2 pressure: Normal"},
		{"both are silent", silent, silent, nil, "No data", "No data"},
		{"one cannot be read", constant(5), constant(5), ofOne("dispositivo=P1"), "Error", "Error"},
		{"one cannot be read, the other is silent", constant(5), silent, ofOne("dispositivo=P1"), "Error", "Error"},
		{"the API is gone", constant(5), constant(5), ofOne("/v1/"), "Error", "Error"},
		{"back", constant(5), constant(5), nil, bothNormal, bothNormal},
	} {
		api.set("P1 pressure", step.first)
		api.set("P2 pressure", step.second)
		api.fail(step.failing)
		response := query(t, instance, fromAlert, 15*time.Minute, pressures)
		if got := states(t, response, slices.Max, above(8.4)); got != step.want {
			t.Errorf("%s, above: %s, want %s (error %v)", step.what, got, step.want, response.Error)
		}
		if got := states(t, response, slices.Min, below(2)); got != step.wantBelow {
			t.Errorf("%s, below: %s, want %s", step.what, got, step.wantBelow)
		}
	}
}

const timeAbove = `{"refId":"A","version":2,"kind":"periods","devices":["P1","P2"],"tags":["pressure"],"condition":{"operator":">","value":"8.4"},"format":"total","noCache":true}`

func TestARuleOnTheTimeOfAConditionFiresAndRecovers(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	now := time.Now()
	// High for so long, until so long ago.
	high := func(length, until time.Duration) func(time.Time) (float64, bool) {
		return func(at time.Time) (float64, bool) {
			if age := now.Sub(at); age >= until && age < until+length {
				return 9, true
			}
			return 5, true
		}
	}
	const bothNormal = "P1 pressure: Normal, P2 pressure: Normal"
	for _, step := range []struct {
		what    string
		first   func(time.Time) (float64, bool)
		failing func(*http.Request) bool
		want    string
	}{
		{"never", constant(5), nil, bothNormal},
		{"for ten minutes", high(10*time.Minute, 0), nil, bothNormal},
		{"for half an hour, and still", high(30*time.Minute, 0), nil, "P1 pressure: Alerting, P2 pressure: Normal"},
		{"for half an hour, until an hour ago", high(30*time.Minute, time.Hour), nil, "P1 pressure: Alerting, P2 pressure: Normal"},
		{"for half an hour, of which ten minutes are in the shift", high(30*time.Minute, 7*time.Hour+50*time.Minute), nil, bothNormal},
		{"for half an hour, before the shift", high(30*time.Minute, 9*time.Hour), nil, bothNormal},
		{"never read", silent, nil, "P2 pressure: Normal"},
		{"cannot be read", constant(5), func(request *http.Request) bool { return strings.Contains(request.URL.String(), "dispositivo=P1") }, "Error"},
		{"back", constant(5), nil, bothNormal},
	} {
		api.set("P1 pressure", step.first)
		api.set("P2 pressure", constant(5))
		api.fail(step.failing)
		response := query(t, instance, fromAlert, 8*time.Hour, timeAbove)
		if got := states(t, response, last, above(20*60)); got != step.want {
			t.Errorf("%s: %s, want %s (error %v)", step.what, got, step.want, response.Error)
		}
	}
}

func TestLabelsThatCannotBeReadAreAnErrorOfARule(t *testing.T) {
	api := startPlant(t)
	api.set("P1 pressure", constant(5))
	api.set("P2 pressure", constant(5))
	instance := api.dataSource(t)
	api.fail(func(request *http.Request) bool { return request.URL.Path == "/v1/dispositivos" })
	if response := query(t, instance, fromAlert, 15*time.Minute, pressures); response.Error == nil {
		t.Errorf("no error, %d frames", len(response.Frames))
	}
	// A panel shows the data with codes as names.
	if response := query(t, instance, nil, 15*time.Minute, pressures); response.Error != nil || len(seriesOf(t, response.Frames)) != 2 {
		t.Errorf("error %v", response.Error)
	}
}

func TestARuleLeavesNoSeriesOut(t *testing.T) {
	api := startPlant(t)
	for _, series := range []string{"P1 flow", "P1 pressure", "P2 flow", "P2 pressure"} {
		api.set(series, constant(5))
	}
	instance := api.dataSource(t)
	for _, kind := range []string{`"kind":"history","interval":"1m","statistics":["max"]`, `"kind":"latest","format":"age"`} {
		model := `{"refId":"A","version":2,` + kind + `,"devices":["P*"],"tags":["flow","pressure"],"maxSeries":3}`
		if response := query(t, instance, fromAlert, 15*time.Minute, model); response.Error == nil ||
			!strings.Contains(response.Error.Error(), "4 series") {
			t.Errorf("%s: error %v", kind, response.Error)
		}
		// A panel shows the first ones. The error is for expressions, which only browsers tell from a panel.
		if response := query(t, instance, nil, 15*time.Minute, model); response.Error == nil ||
			!strings.Contains(response.Error.Error(), "the first 3 of 4") || len(seriesOf(t, response.Frames)) != 3 {
			t.Errorf("%s in a panel: %d frames, error %v", kind, len(response.Frames), response.Error)
		}
	}
}

func TestARuleOnTheAgeSeesASilentTag(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	const model = `{"refId":"A","version":2,"kind":"latest","format":"age","tags":["pressure"]}`
	api.set("P1 pressure", constant(5))
	api.set("P2 pressure", func(at time.Time) (float64, bool) { return 5, time.Since(at) > time.Hour })
	if got := states(t, query(t, instance, fromAlert, 15*time.Minute, model), last, above(900)); got !=
		"P1 pressure: Normal, P2 pressure: Alerting" {
		t.Error(got)
	}
}

// The recipe of docs/guide/alerting.md: the shift of 8 hours that ended last, and no other.
func TestACounterThatIsDeadForAShiftIsNoData(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	now := time.Now().UTC().Truncate(time.Second)
	// Now is in the middle of a shift, whenever the test runs.
	start := now.Truncate(time.Hour).Add(-12 * time.Hour)
	model := fmt.Sprintf(`{"refId":"A","version":2,"kind":"history","devices":["P1"],"tags":["energy"],"interval":"8h","offset":"%02d:00","statistics":["increase"],"timeZone":"UTC","noCache":true}`, start.Hour()%8)
	lastShift := backend.TimeRange{From: now.Add(-8*time.Hour - time.Minute), To: now.Add(-8 * time.Hour)}
	running := func(at time.Time) (float64, bool) { return 1000 + at.Sub(start).Hours(), true }
	for _, step := range []struct {
		what    string
		valueAt func(time.Time) (float64, bool)
		want    string
	}{
		{"counting", running, "P1 energy: Normal"},
		{"standing still", constant(1000), "P1 energy: Alerting"},
		{"dead since before the shift", func(at time.Time) (float64, bool) {
			value, _ := running(at)
			return value, at.Before(start)
		}, "No data"},
		{"dead after an hour", func(at time.Time) (float64, bool) {
			value, _ := running(at)
			return value, at.Before(start.Add(time.Hour))
		}, "P1 energy: Alerting"},
	} {
		api.set("P1 energy", step.valueAt)
		response := queryRange(t, instance, fromAlert, lastShift, model)
		if response.Error != nil {
			t.Errorf("%s: %v", step.what, response.Error)
		}
		if got := states(t, response, last, below(7)); got != step.want {
			t.Errorf("%s: %s, want %s", step.what, got, step.want)
		}
		for _, series := range seriesOf(t, response.Frames) {
			if len(series.times) != 1 || !series.times[0].Equal(start) {
				t.Errorf("%s: steps %v, want one at %v", step.what, series.times, start)
			}
		}
	}
}

// Without any header: on shared dashboards and in calls of the API, nothing tells whether an expression will calculate.
func TestWhatAPanelShowsCanBeCalculatedWith(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	// A gap of an hour, and the hour that has not ended yet is marked.
	api.set("P1 pressure", func(at time.Time) (float64, bool) {
		age := time.Since(at)
		return 5, age < 3*time.Hour || age > 6*time.Hour
	})
	api.set("P2 pressure", constant(6))
	for _, statistics := range []string{`"avg"`, `"avg","band"`, `"avg","max"`} {
		for _, devices := range []string{`"P1"`, `"P1","P2"`} {
			model := `{"refId":"A","version":2,"kind":"history","devices":[` + devices + `],"tags":["pressure"],"interval":"1h","statistics":[` + statistics + `],"noCache":true}`
			shown := query(t, instance, nil, 12*time.Hour, model)
			calculated := query(t, instance, fromAlert, 12*time.Hour, model)
			if shown.Error != nil || calculated.Error != nil {
				t.Fatal(shown.Error, calculated.Error)
			}
			marks := 0
			for _, frame := range shown.Frames {
				if frame.Meta.DataTopic == data.DataTopicAnnotations {
					marks++
				}
			}
			if marks != 1 {
				t.Errorf("%s of %s: %d marks of the open step", statistics, devices, marks)
			}
			if got, want := summary(seriesOf(t, shown.Frames)), summary(seriesOf(t, calculated.Frames)); got != want {
				t.Errorf("%s of %s: %s, want %s", statistics, devices, got, want)
			}
			if got := states(t, shown, slices.Min, above(4)); !strings.Contains(got, "P1 pressure: Alerting") || strings.Contains(got, "Normal") {
				t.Errorf("%s of %s: %s", statistics, devices, got)
			}
		}
	}
}

func summary(series []readSeries) string {
	lines := []string{}
	for _, read := range series {
		labels := read.labels.Copy()
		delete(labels, "name")
		lines = append(lines, fmt.Sprintf("%s %v", labels, read.values))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

func TestTwoTagsOfADeviceAreMatchedByTheLabelsOfTheDevice(t *testing.T) {
	api := startPlant(t)
	instance := api.dataSource(t)
	labelsOf := func(tag, options string) []string {
		model := `{"refId":"A","version":2,"kind":"history","devices":["P*"],"tags":["` + tag + `"],"interval":"1m","statistics":["avg"],"noCache":true` + options + `}`
		response := query(t, instance, fromAlert, 15*time.Minute, model)
		if response.Error != nil {
			t.Fatal(response.Error)
		}
		labels := []string{}
		for _, series := range seriesOf(t, response.Frames) {
			labels = append(labels, series.labels.String())
		}
		return labels
	}
	api.set("P1 flow", constant(2))
	api.set("P1 pressure", constant(3))
	api.set("P2 flow", constant(4))
	api.set("P2 pressure", constant(5))
	of1, of2 := "area=A, device=P1, site=S", "area=B, device=P2, site=S"
	for _, tag := range []string{"flow", "pressure"} {
		if got := labelsOf(tag, `,"expressionLabels":"device"`); !slices.Equal(got, []string{of1, of2}) {
			t.Errorf("%s: %v", tag, got)
		}
	}
	if got := labelsOf("flow", ""); !slices.Equal(got, []string{
		"area=A, device=P1, name=Flow, site=S, tag=flow", "area=B, device=P2, name=Flow, site=S, tag=flow",
	}) {
		t.Error(got)
	}
	// A device that falls silent changes no label of the others.
	api.set("P1 flow", silent)
	if got := labelsOf("flow", `,"expressionLabels":"device"`); !slices.Equal(got, []string{of2}) {
		t.Error(got)
	}
	both := `{"refId":"A","version":2,"kind":"history","devices":["P2"],"tags":["flow","pressure"],"interval":"1m","statistics":["avg"],"expressionLabels":"device"}`
	if response := query(t, instance, fromAlert, 15*time.Minute, both); response.Error == nil ||
		!strings.Contains(response.Error.Error(), "several tags of P2") {
		t.Errorf("error %v", response.Error)
	}
}
