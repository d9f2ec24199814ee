// Package frames turns the columns of the core into Grafana's data frames.
package frames

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/grafana/grafana-plugin-sdk-go/data"

	"telemetria-industrial-datasource/pkg/engine"
)

// FromEngine converts a frame of the core, with its fields, names, labels, configuration and notices. It fails if their JSON is not valid.
func FromEngine(frame engine.Frame) (*data.Frame, error) {
	result := data.NewFrame(frame.Name)
	result.RefID = frame.RefID
	result.Meta = &data.FrameMeta{}
	if err := json.Unmarshal([]byte(frame.Meta), result.Meta); err != nil {
		return nil, fmt.Errorf("meta of frame %q: %w", frame.Name, err)
	}
	for _, field := range frame.Fields {
		converted, err := fieldOf(field)
		if err != nil {
			return nil, fmt.Errorf("field %q of frame %q: %w", field.Name, frame.Name, err)
		}
		result.Fields = append(result.Fields, converted)
	}
	return result, nil
}

func fieldOf(field engine.Field) (*data.Field, error) {
	labels := data.Labels{}
	if err := json.Unmarshal([]byte(field.Labels), &labels); err != nil {
		return nil, err
	}
	config := &data.FieldConfig{}
	if err := json.Unmarshal([]byte(field.Config), config); err != nil {
		return nil, err
	}
	if len(labels) == 0 {
		labels = nil
	}
	result := data.NewField(field.Name, labels, valuesOf(field))
	result.Config = config
	return result, nil
}

func valuesOf(field engine.Field) any {
	switch field.Type {
	case "time":
		return timesOf(numbersOf(field))
	case "number":
		return nullableNumbers(numbersOf(field))
	case "boolean":
		return field.Booleans
	case "json":
		return jsonOf(field.Texts)
	default:
		return field.Texts
	}
}

func jsonOf(texts []*string) []json.RawMessage {
	values := make([]json.RawMessage, len(texts))
	for index, text := range texts {
		values[index] = json.RawMessage(*text)
	}
	return values
}

// timesOf returns times that cannot be null unless one is: time series need them.
func timesOf(numbers []float64) any {
	times := make([]time.Time, len(numbers))
	nullable := make([]*time.Time, len(numbers))
	hasNull := false
	for index, epochMs := range numbers {
		if math.IsNaN(epochMs) {
			hasNull = true
			continue
		}
		// Readings may be finer than a millisecond.
		wholeMs := math.Floor(epochMs)
		times[index] = time.UnixMilli(int64(wholeMs)).Add(time.Duration(math.Round((epochMs - wholeMs) * 1e6))).UTC()
		nullable[index] = &times[index]
	}
	if hasNull {
		return nullable
	}
	return times
}

func nullableNumbers(numbers []float64) []*float64 {
	nullable := make([]*float64, len(numbers))
	for index := range numbers {
		if !math.IsNaN(numbers[index]) {
			nullable[index] = &numbers[index]
		}
	}
	return nullable
}

func numbersOf(field engine.Field) []float64 {
	bytes := field.Numbers.Bytes()
	numbers := make([]float64, len(bytes)/8)
	for index := range numbers {
		numbers[index] = math.Float64frombits(binary.NativeEndian.Uint64(bytes[8*index:]))
	}
	return numbers
}
