// Package rowloops has the functions of src/core/history/rowLoops.ts, which are their definition: the results are the same to the last bit.
package rowloops

import (
	"math"
	"sort"
)

// Columns are those of rows, of equal length, in the memory of the script.
type Columns struct {
	TimeEpochMs []float64 `json:"timeEpochMs"`
	Avg         []float64 `json:"avg"`
	Min         []float64 `json:"min"`
	Max         []float64 `json:"max"`
	N           []float64 `json:"n"`
}

// AreOrderedWithin is areOrderedWithin of rowLoops.ts.
func AreOrderedWithin(timeEpochMs []float64, fromEpochMs, toEpochMs float64) bool {
	previous := math.Inf(-1)
	for _, time := range timeEpochMs {
		if time <= previous || time < fromEpochMs || time >= toEpochMs {
			return false
		}
		previous = time
	}
	return true
}

// AreAllPositive is areAllPositive of rowLoops.ts.
func AreAllPositive(column []float64) bool {
	for _, value := range column {
		if !(value > 0) {
			return false
		}
	}
	return true
}

// AreMultiples is areMultiples of rowLoops.ts.
func AreMultiples(timeEpochMs []float64, lengthMs float64) bool {
	for _, time := range timeEpochMs {
		// Five times as fast as math.Mod.
		if whole := int64(time); float64(whole) != time || whole%int64(lengthMs) != 0 {
			return false
		}
	}
	return true
}

// WriteSteps is writeSteps of rowLoops.ts.
func WriteSteps(rows Columns, edges []float64, steps Columns) (used int) {
	if len(edges) == 0 {
		return 0
	}
	row := sort.SearchFloat64s(rows.TimeEpochMs, edges[0])
	for step := 0; step+1 < len(edges) && row < len(rows.TimeEpochMs); step++ {
		start := row
		lowest, highest, readings := math.Inf(1), math.Inf(-1), 0.0
		for ; row < len(rows.TimeEpochMs) && rows.TimeEpochMs[row] < edges[step+1]; row++ {
			if rows.Min[row] < lowest {
				lowest = rows.Min[row]
			}
			if rows.Max[row] > highest {
				highest = rows.Max[row]
			}
			readings += rows.N[row]
		}
		if row == start {
			continue
		}
		mean := rows.Avg[start]
		if row-start > 1 {
			mean = meanOf(rows.Avg[start:row], rows.N[start:row], readings, 1)
		}
		if math.IsInf(mean, 0) || math.IsNaN(mean) {
			mean = meanOf(rows.Avg[start:row], rows.N[start:row], readings, hugeScale)
		}
		steps.TimeEpochMs[used], steps.Avg[used] = edges[step], min(highest, max(lowest, mean))
		steps.Min[used], steps.Max[used], steps.N[used] = lowest, highest, readings
		used++
	}
	return used
}

// hugeScale is for values so large that their sum overflows.
const hugeScale = 1.0 / (1 << 64) / (1 << 64)

// meanOf sums values and, separately, what the roundings lose.
func meanOf(avg, n []float64, readings, scale float64) float64 {
	sum, lost := 0.0, 0.0
	for row, value := range avg {
		// The conversion keeps a machine that multiplies and adds at once from rounding only once.
		product := float64(value * scale * n[row])
		next := sum + product
		added := next - sum
		lost += sum - (next - added) + (product - added)
		sum = next
	}
	return (sum + lost) / readings / scale
}
