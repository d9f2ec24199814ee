package telemetry

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"os"
	"reflect"
	"testing"
)

// The same bytes are read by the decoder in TypeScript.
const packedFile = "testdata/pageColumns.json"

// exactValues are numbers whose last bit matters.
var exactValues = []float64{
	0, math.Copysign(0, -1), 0.1, 0.30000000000000004, 1.005, -12.345, 1e-9, 1e-10, 1e21, 1 << 53, 2251799813685248, 2251799813685249,
	math.MaxFloat64, math.SmallestNonzeroFloat64, -0.007, 99999.99999,
}

// UPDATE_CASES=1 writes the bytes that the encoder returns.
func TestTheBytesOfPagesAreThoseThatBrowsersRead(t *testing.T) {
	packed := map[string]string{}
	for _, test := range readCases(t) {
		if rest, rows := DecodeHistoryPage([]byte(test.Body), test.Level); rows != nil {
			packed[test.Name] = base64.StdEncoding.EncodeToString(encodeColumns(rest, rows))
		}
	}
	if os.Getenv("UPDATE_CASES") != "" {
		text, _ := json.MarshalIndent(packed, "", "  ")
		if err := os.WriteFile(packedFile, append(text, '\n'), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(packedFile)
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]string
	if err := json.Unmarshal(text, &want); err != nil || !reflect.DeepEqual(packed, want) {
		t.Errorf("error %v, or other bytes", err)
	}
}

func sameBits(a, b []float64) bool { return bytes.Equal(AppendDoubles(nil, a), AppendDoubles(nil, b)) }

func TestColumnsAreTheSameToTheLastBit(t *testing.T) {
	column := func(of func(row int) float64) []float64 {
		values := make([]float64, 100)
		for row := range values {
			values[row] = of(row)
		}
		return values
	}
	at := func(row int) float64 { return 1.7e12 + 60_000*float64(row) }
	tenths := func(row int) float64 { return float64(row*7%13) / 10 }
	thousandths := func(row int) float64 { return float64(row*7919%1000-500) / 1000 }
	third := func(row int) float64 { return float64(row) / 3 }
	exact := func(row int) float64 { return exactValues[row%len(exactValues)] }
	counts := func(int) float64 { return 60 }
	nan := func(int) float64 { return math.NaN() }
	for name, columns := range map[string][]func(int) float64{
		"readings": {at, tenths}, "exact readings": {at, exact}, "unordered": {thousandths, thousandths},
		"decimals": {at, tenths, tenths, thousandths, counts}, "averages": {at, third, tenths, thousandths, counts},
		"limits": {at, tenths, third, tenths, nan}, "exact": {exact, exact, exact, exact, exact},
	} {
		rows := &HistoryRows{ReceivedRows: 103, EmptyRows: 2, ColumnCount: len(columns), UnusableBuckets: []float64{math.NaN(), 7}}
		for _, of := range columns {
			rows.Columns = append(rows.Columns, column(of)...)
		}
		rest, got, err := decodeColumns(encodeColumns([]byte(`{"tag":"é"}`), rows))
		if err != nil {
			t.Fatal(name, err)
		}
		if string(rest) != `{"tag":"é"}` || got.ReceivedRows != 103 || got.EmptyRows != 2 || got.ColumnCount != len(columns) ||
			!sameBits(got.Columns, rows.Columns) || !sameBits(got.UnusableBuckets, rows.UnusableBuckets) {
			t.Errorf("%s: %v, want %v", name, got, rows)
		}
	}
}

func TestNumbersWhoseDifferenceIsNoneOfJavaScriptAreDoubles(t *testing.T) {
	const exact = 1 << 51
	for largest, want := range map[float64]byte{exact - 1: fromRowBefore, exact: asDoubles} {
		rows := &HistoryRows{ReceivedRows: 2, ColumnCount: 2, Columns: []float64{1, 2, -largest, largest}}
		encoded := encodeColumns(nil, rows)
		// The version, seven numbers, and the times have a byte each, those of the latter after one of their own.
		if got := encoded[1+7+1+2]; got != want {
			t.Errorf("±%v: written as %d, want %d", largest, got, want)
		}
	}
}

// FuzzDecodeColumns: any bytes are rows or an error, and take no more memory than they have.
func FuzzDecodeColumns(f *testing.F) {
	for _, test := range readCases(f) {
		if rest, rows := DecodeHistoryPage([]byte(test.Body), test.Level); rows != nil {
			f.Add(encodeColumns(rest, rows))
		}
	}
	f.Fuzz(func(t *testing.T, encoded []byte) {
		rest, rows, err := decodeColumns(encoded)
		if err == nil && len(rest)+len(rows.Columns)+len(rows.UnusableBuckets) > len(encoded) {
			t.Error("more than there are bytes")
		}
	})
}
