package telemetry

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"
)

// The same cases as those of the decoder in TypeScript.
const casesFile = "testdata/historyPageCases.json"

type pageCase struct {
	Name  string    `json:"name"`
	Level string    `json:"level"`
	Body  string    `json:"body"`
	Rows  *caseRows `json:"rows"`
}

type caseRows struct {
	ReceivedRows    int          `json:"receivedRows"`
	EmptyRows       int          `json:"emptyRows"`
	Columns         [][]*float64 `json:"columns"`
	UnusableBuckets [][]*float64 `json:"unusableBuckets"`
}

func readCases(t testing.TB) []pageCase {
	t.Helper()
	text, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	var cases []pageCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func TestDecodesTheSameRowsAsTheCore(t *testing.T) {
	for _, test := range readCases(t) {
		t.Run(test.Name, func(t *testing.T) {
			_, rows := DecodeHistoryPage([]byte(test.Body), test.Level)
			if got, want := printed(t, casesOf(rows, test.Level)), printed(t, test.Rows); got != want {
				t.Errorf("decoded %s, want %s", got, want)
			}
		})
	}
}

func casesOf(rows *HistoryRows, level string) *caseRows {
	if rows == nil {
		return nil
	}
	result := &caseRows{
		ReceivedRows: rows.ReceivedRows, EmptyRows: rows.EmptyRows, Columns: [][]*float64{}, UnusableBuckets: [][]*float64{},
	}
	columns := 5
	if level == rawLevel {
		columns = 2
	}
	length := len(rows.Columns) / columns
	for column := range columns {
		result.Columns = append(result.Columns, withoutNaN(rows.Columns[column*length:(column+1)*length]))
	}
	for index := 0; index < len(rows.UnusableBuckets); index += 2 {
		result.UnusableBuckets = append(result.UnusableBuckets, withoutNaN(rows.UnusableBuckets[index:index+2]))
	}
	return result
}

// withoutNaN writes NaN as null, as the cases do, and -0 as 0.
func withoutNaN(numbers []float64) []*float64 {
	result := make([]*float64, len(numbers))
	for index, number := range numbers {
		if !math.IsNaN(number) {
			number += 0
			result[index] = &number
		}
	}
	return result
}

func printed(t *testing.T, rows *caseRows) string {
	t.Helper()
	text, err := json.Marshal(rows)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestKeepsTheRestOfThePage(t *testing.T) {
	page, rows := DecodeHistoryPage([]byte(`{"nombre":"Presión <1>","datos":[],"siguiente":"a\u0062"}`), "1h")
	var fields map[string]string
	if err := json.Unmarshal(page, &fields); err != nil {
		t.Fatal(err)
	}
	if rows == nil || len(fields) != 2 || fields["nombre"] != "Presión <1>" || fields["siguiente"] != "ab" {
		t.Errorf("page %s, rows %v", page, rows)
	}
}

// FuzzDecodeHistoryPage: whatever the API sends, the decoder does not crash, and finds as many rows as encoding/json.
func FuzzDecodeHistoryPage(f *testing.F) {
	for _, test := range readCases(f) {
		f.Add([]byte(test.Body), test.Level)
	}
	f.Fuzz(func(t *testing.T, body []byte, level string) {
		page, rows := DecodeHistoryPage(body, level)
		var sent struct{ Datos []json.RawMessage }
		if rows == nil {
			return
		}
		if !json.Valid(page) {
			t.Errorf("the rest of the page is not valid: %q", page)
		}
		fields := map[string]json.RawMessage{}
		if json.Unmarshal(body, &fields) != nil || json.Unmarshal(fields["datos"], &sent.Datos) != nil {
			t.Fatalf("rows of a body that is not valid: %q", body)
		}
		if rows.ReceivedRows != len(sent.Datos) {
			t.Errorf("%d rows, want %d", rows.ReceivedRows, len(sent.Datos))
		}
		for _, value := range rows.Columns {
			if math.IsInf(value, 0) {
				t.Error("an infinite value was not left out")
			}
		}
	})
}

func BenchmarkDecodeHistoryPage(b *testing.B) {
	for level, values := range map[string]string{rawLevel: `"valor":4.125`, "1m": `"avg":4.1256,"min":3.9,"max":5.123,"n":60`} {
		rows := make([]string, 5_000)
		for index := range rows {
			rows[index] = fmt.Sprintf(`{"ts":%q,%s}`, noon.Add(time.Duration(index)*time.Minute).Format(instantForm), values)
		}
		page := fmt.Appendf(nil, `{"intervalo":%q,"datos":[%s],"siguiente":null}`, level, strings.Join(rows, ","))
		b.Run(level, func(b *testing.B) {
			for b.Loop() {
				DecodeHistoryPage(page, level)
			}
		})
	}
}
