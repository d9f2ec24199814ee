// Package zones reads the time zone database of the machine, or the one in the binary where there is none, as in Grafana's image.
package zones

import (
	"math"
	"path"
	"sync"
	"time"
	_ "time/tzdata" // the database in the binary
)

// locations are the zones that were asked for: name -> *time.Location. There are as many as the database has.
var locations sync.Map

// RuleAt returns the UTC offset of a zone at an instant, and the next instant at which it changes: +Inf if it never does.
// ok is false for an unknown zone.
func RuleAt(epochMs float64, zone string) (utcOffsetMs, nextChangeEpochMs float64, ok bool) {
	location, ok := load(zone)
	if !ok {
		return 0, 0, false
	}
	at := time.UnixMilli(int64(math.Floor(epochMs))).In(location)
	utcOffsetMs = offsetMs(at)
	// Bounds also separate periods that differ in name or DST flag only.
	for _, end := at.ZoneBounds(); !end.IsZero(); _, end = end.ZoneBounds() {
		if offsetMs(end) != utcOffsetMs {
			return utcOffsetMs, float64(end.UnixMilli()), true
		}
	}
	return utcOffsetMs, math.Inf(1), true
}

func offsetMs(at time.Time) float64 {
	_, seconds := at.Zone()
	return float64(seconds) * 1000
}

func load(zone string) (*time.Location, bool) {
	if known, ok := locations.Load(zone); ok {
		return known.(*time.Location), true
	}
	// Go takes the first two names for UTC and for the zone of the machine. Of the path of a file there are any number of spellings, all of
	// which would be kept.
	if zone == "" || zone == "Local" || path.Clean(zone) != zone {
		return nil, false
	}
	location, err := time.LoadLocation(zone)
	if err != nil {
		return nil, false
	}
	locations.Store(zone, location)
	return location, true
}
