package frames

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/data"
	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/pkg/engine"
)

// column is what a script returns for numbers: 8-byte floats in the byte order of the machine.
func column(numbers ...float64) sobek.ArrayBuffer {
	bytes := []byte{}
	for _, number := range numbers {
		bytes = binary.NativeEndian.AppendUint64(bytes, math.Float64bits(number))
	}
	return sobek.New().NewArrayBuffer(bytes)
}

func field(kind string, numbers ...float64) engine.Field {
	return engine.Field{Name: kind, Type: kind, Labels: `{}`, Config: `{}`, Numbers: column(numbers...)}
}

func convert(t *testing.T, fields ...engine.Field) *data.Frame {
	t.Helper()
	frame, err := FromEngine(engine.Frame{Name: "frame", RefID: "A", Meta: `{}`, Fields: fields})
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

func TestAFrameHasWhatTheCoreDescribes(t *testing.T) {
	value := field("number", 1.5)
	value.Name, value.Labels, value.Config = "avg", `{"device":"P1"}`, `{"displayNameFromDS":"Pressure","unit":"bar"}`
	meta := `{"type":"timeseries-multi","custom":{"plan":1},"notices":[{"severity":"info","text":"Steps of Europe/Madrid."}]}`
	frame, err := FromEngine(engine.Frame{Name: "P1", RefID: "B", Meta: meta, Fields: []engine.Field{field("time", 0), value}})
	if err != nil {
		t.Fatal(err)
	}
	if frame.Name != "P1" || frame.RefID != "B" || frame.Meta.Type != data.FrameTypeTimeSeriesMulti ||
		len(frame.Meta.Notices) != 1 || frame.Meta.Notices[0].Text != "Steps of Europe/Madrid." {
		t.Errorf("frame %+v, meta %+v", frame, frame.Meta)
	}
	if first := frame.Fields[0]; first.Name != "time" || first.Labels != nil {
		t.Errorf("field %s, labels %v", first.Name, first.Labels)
	}
	if second := frame.Fields[1]; second.Name != "avg" || second.Labels["device"] != "P1" || second.Config.DisplayNameFromDS != "Pressure" ||
		second.Config.Unit != "bar" {
		t.Errorf("field %s, labels %v, config %+v", second.Name, second.Labels, second.Config)
	}
}

func TestNaNIsNull(t *testing.T) {
	numbers := convert(t, field("number", 1, math.NaN(), math.Inf(-1), -0.5)).Fields[0]
	for index, want := range []any{1.0, nil, math.Inf(-1), -0.5} {
		if got, ok := numbers.ConcreteAt(index); ok != (want != nil) || ok && got != want {
			t.Errorf("value %d: %v, %v; want %v", index, got, ok, want)
		}
	}
}

func TestTimesAreNullableOnlyIfOneIsNull(t *testing.T) {
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	noonMs := float64(noon.UnixMilli())
	for name, test := range map[string]struct {
		numbers  []float64
		wantType data.FieldType
	}{
		"all known": {[]float64{noonMs, 0}, data.FieldTypeTime},
		"one null":  {[]float64{noonMs, math.NaN()}, data.FieldTypeNullableTime},
		"none":      {nil, data.FieldTypeTime},
	} {
		times := convert(t, field("time", test.numbers...)).Fields[0]
		if times.Type() != test.wantType || times.Len() != len(test.numbers) {
			t.Errorf("%s: %d times of type %s", name, times.Len(), times.Type())
		}
		for index, number := range test.numbers {
			at, ok := times.ConcreteAt(index)
			if ok == math.IsNaN(number) || ok && !at.(time.Time).Equal(time.UnixMilli(int64(number))) {
				t.Errorf("%s: time %d is %v, %v", name, index, at, ok)
			}
		}
	}
}

func TestTimesAreUTCAndAsFineAsTheirNumbers(t *testing.T) {
	for epochMs, want := range map[float64]time.Time{
		1772452800123:     time.Date(2026, 3, 2, 12, 0, 0, 123_000_000, time.UTC),
		1772452800123.25:  time.Date(2026, 3, 2, 12, 0, 0, 123_250_000, time.UTC),
		-0.25:             time.Date(1969, 12, 31, 23, 59, 59, 999_750_000, time.UTC),
		-62_135_596_800e3: time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got := convert(t, field("time", epochMs)).Fields[0].At(0).(time.Time); got != want {
			t.Errorf("%v: %v, want %v", epochMs, got, want)
		}
	}
}

func TestTextsMayBeNull(t *testing.T) {
	text := "open"
	texts := engine.Field{Name: "state", Type: "string", Labels: `{}`, Config: `{}`, Texts: []*string{&text, nil}}
	converted := convert(t, texts).Fields[0]
	if first, ok := converted.ConcreteAt(0); !ok || first != "open" {
		t.Errorf("first %v, %v", first, ok)
	}
	if second, ok := converted.ConcreteAt(1); ok {
		t.Errorf("second %v", second)
	}
}

func TestBooleansAreBooleansAndMayBeNull(t *testing.T) {
	yes := true
	booleans := engine.Field{Name: "isRegion", Type: "boolean", Labels: `{}`, Config: `{}`, Booleans: []*bool{&yes, nil}}
	converted := convert(t, booleans).Fields[0]
	if first, ok := converted.ConcreteAt(0); !ok || first != true {
		t.Errorf("first %v, %v", first, ok)
	}
	if second, ok := converted.ConcreteAt(1); ok {
		t.Errorf("second %v", second)
	}
}

func TestListsAreJSON(t *testing.T) {
	list, null := `["Critical","Ended"]`, `null`
	lists := engine.Field{Name: "tags", Type: "json", Labels: `{}`, Config: `{}`, Texts: []*string{&list, &null}}
	text, err := json.Marshal(convert(t, lists))
	if err != nil || !strings.Contains(string(text), `"values":[[["Critical","Ended"],null]]`) {
		t.Errorf("%s, error %v", text, err)
	}
}

func TestWhatIsNoJSONIsAnErrorThatNamesTheField(t *testing.T) {
	labels, config := field("number"), field("number")
	labels.Labels, config.Config = `{`, `{"mappings":[{"type":"regex"}]}`
	for want, frame := range map[string]engine.Frame{
		`meta of frame "P1"`:               {Name: "P1", Meta: `[]`},
		`field "number" of frame "labels"`: {Name: "labels", Meta: `{}`, Fields: []engine.Field{labels}},
		`field "number" of frame "config"`: {Name: "config", Meta: `{}`, Fields: []engine.Field{config}},
	} {
		if _, err := FromEngine(frame); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
