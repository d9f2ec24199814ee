package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/grafana/sobek"

	"telemetria-industrial-datasource/scripts/backend/bundle"
)

// Values whose sums lose digits, overflow or have no sign; counts, and what is none.
var (
	someValues = []float64{0, math.Copysign(0, -1), 0.1, 0.3, 97.4, 1e16, -1e16, 1e-300, 5e-324, math.MaxFloat64, -math.MaxFloat64}
	someCounts = []float64{1, 1, 1, 2, 60, 3600, 1 << 52, 0, -1, math.NaN()}
)

// FuzzRowLoops compares the functions with their definitions, to the last bit.
func FuzzRowLoops(f *testing.F) {
	for seed := range uint64(500) {
		f.Add(seed, uint8(seed%40), uint8(seed%7))
	}
	text, err := bundle.ReadDefinitions("../..")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, seed uint64, rowCount, edgeCount uint8) {
		vm := newVM()
		if _, err := vm.RunString(text); err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(seed, 0))
		times, edges := ascending(random, rowCount), ascending(random, edgeCount)
		counts := pick(random, someCounts, len(times))
		rows := []any{times, pick(random, someValues, len(times)), pick(random, someValues, len(times)), pick(random, someValues, len(times)), counts}
		unordered := pick(random, times, len(times))
		same := func(name string, args ...any) {
			t.Helper()
			want := resultOf(t, vm, vm.Get("rowLoops"), name, args)
			if got := resultOf(t, vm, vm.ToValue(rowLoops), name, args); got != want {
				t.Errorf("%s of %v: %s, want %s", name, args, got, want)
			}
		}
		for _, times := range [][]float64{times, unordered} {
			same("areOrderedWithin", times, 0.0, 1e9)
			for _, bound := range times {
				same("areOrderedWithin", times, 0.0, bound)
				same("areOrderedWithin", times, bound, 1e9)
			}
			same("areMultiples", times, minuteMs)
		}
		same("areAllPositive", counts)
		same("areAllPositive", pick(random, someCounts[:6], len(times)))
		steps := make([]any, len(rows))
		for column := range steps {
			steps[column] = make([]float64, max(0, len(edges)-1))
		}
		same("writeSteps", rows, edges, steps)
	})
}

const minuteMs = 60_000.0

// ascending returns times that are mostly minutes.
func ascending(random *rand.Rand, count uint8) []float64 {
	times, time := make([]float64, count), 0.0
	for index := range times {
		time += pick(random, []float64{minuteMs, minuteMs, minuteMs, 5 * minuteMs, 0.5}, 1)[0]
		times[index] = time
	}
	return times
}

func pick(random *rand.Rand, from []float64, count int) []float64 {
	picked := make([]float64, count)
	for index := range picked {
		picked[index] = from[random.IntN(len(from))]
	}
	return picked
}

// resultOf calls a function, with a list of columns as those of rows. It returns, as a text, the result and what was written.
func resultOf(t *testing.T, vm *sobek.Runtime, functions sobek.Value, name string, args []any) string {
	t.Helper()
	function, ok := sobek.AssertFunction(functions.ToObject(vm).Get(name))
	if !ok {
		t.Fatalf("no %s", name)
	}
	values := make([]sobek.Value, len(args))
	for index, arg := range args {
		values[index] = vm.ToValue(arg)
		switch arg := arg.(type) {
		case []float64:
			values[index] = float64Array(t, vm, arg)
		case []any:
			rows := vm.NewObject()
			for column, name := range []string{"timeEpochMs", "avg", "min", "max", "n"} {
				_ = rows.Set(name, float64Array(t, vm, arg[column].([]float64)))
			}
			values[index] = rows
		}
	}
	result, err := function(sobek.Undefined(), values...)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return fmt.Sprint(result.Export(), values[len(values)-1].Export())
}

func float64Array(t *testing.T, vm *sobek.Runtime, numbers []float64) sobek.Value {
	t.Helper()
	array, err := vm.New(vm.Get("Float64Array"), vm.ToValue(numbers))
	if err != nil {
		t.Fatal(err)
	}
	return array
}
