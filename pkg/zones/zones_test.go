package zones

import (
	"math"
	"testing"
	"time"
)

const hourMs = 3_600_000

func epochMs(t *testing.T, text string) float64 {
	t.Helper()
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return float64(at.UnixMilli())
}

func TestTheOffsetOfAZoneAndItsNextChange(t *testing.T) {
	never := math.Inf(1)
	for name, test := range map[string]struct {
		at, zone   string
		offsetMs   float64
		nextChange string // empty: never
	}{
		"in winter":                     {"2026-01-15T12:00:00Z", "Europe/Madrid", hourMs, "2026-03-29T01:00:00Z"},
		"the last second before summer": {"2026-03-29T00:59:59Z", "Europe/Madrid", hourMs, "2026-03-29T01:00:00Z"},
		"the first instant of summer":   {"2026-03-29T01:00:00Z", "Europe/Madrid", 2 * hourMs, "2026-10-25T01:00:00Z"},
		"half an hour of summer time":   {"2026-01-15T12:00:00Z", "Australia/Lord_Howe", 11 * hourMs, "2026-04-04T15:00:00Z"},
		"a quarter of an hour":          {"2026-01-15T12:00:00Z", "Asia/Kathmandu", 5.75 * hourMs, ""},
		"west of Greenwich":             {"2026-07-15T12:00:00Z", "America/New_York", -4 * hourMs, "2026-11-01T06:00:00Z"},
		"UTC":                           {"2026-01-15T12:00:00Z", "UTC", 0, ""},
		"local mean time":               {"1890-01-01T00:00:00Z", "Europe/Madrid", -884_000, "1901-01-01T00:00:00Z"},
		// On 27 September 1992, one zone's summer became another's winter, with the same offset.
		"a change of the name alone": {"1992-09-01T00:00:00Z", "Europe/Lisbon", hourMs, "1993-03-28T01:00:00Z"},
		"after the last change":      {"2015-01-15T00:00:00Z", "Europe/Moscow", 3 * hourMs, ""},
	} {
		offsetMs, nextChangeMs, ok := RuleAt(epochMs(t, test.at), test.zone)
		want := never
		if test.nextChange != "" {
			want = epochMs(t, test.nextChange)
		}
		if !ok || offsetMs != test.offsetMs || nextChangeMs != want {
			t.Errorf("%s: offset %v, next change %v, ok %v; want %v, %v", name, offsetMs, nextChangeMs, ok, test.offsetMs, want)
		}
	}
}

func TestAFractionOfAMillisecondBeforeAChangeIsBeforeIt(t *testing.T) {
	change := epochMs(t, "2026-03-29T01:00:00Z")
	for _, at := range []float64{change - 0.001, change - 1} {
		if offsetMs, nextChangeMs, _ := RuleAt(at, "Europe/Madrid"); offsetMs != hourMs || nextChangeMs != change {
			t.Errorf("%f: offset %v, next change %v", at, offsetMs, nextChangeMs)
		}
	}
}

func TestUnknownZonesHaveNoRule(t *testing.T) {
	// The first two are names that Go takes for UTC and for the zone of the machine.
	for _, zone := range []string{"", "Local", "Nowhere", "Europe/Nowhere", "../../etc/passwd", "UTC+1", "Europe/./Madrid", "Europe//Madrid", "./UTC"} {
		if _, _, ok := RuleAt(0, zone); ok {
			t.Errorf("%q is a zone", zone)
		}
	}
}
