package telemetry

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	secondMs = 1000
	minuteMs = 60 * secondMs
	hourMs   = 60 * minuteMs
	dayMs    = 24 * hourMs
)

// The forms of ISO 8601 that core/time/timestamp.ts takes.
var timestampForm = regexp.MustCompile(
	`(?i)^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?[\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]*(Z|[+-]\d{2}(?::?\d{2})?)?$`)

// jsSpace are the characters that JavaScript trims.
const jsSpace = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// timestamps parses ISO 8601 date-times of any precision and offset to epoch milliseconds, NaN for anything else, as
// parseTimestamp of core/time/timestamp.ts does. A page has thousands of one day: the date is parsed once per day.
type timestamps struct {
	date   string
	dateMs float64
}

func (t *timestamps) parse(text string) float64 {
	if ms := t.parseCommonForm(text); !math.IsNaN(ms) {
		return ms
	}
	return t.parseAnyForm(strings.Trim(text, jsSpace))
}

// parseCommonForm parses 2026-01-31T23:59:59.123Z with or without the fraction.
func (t *timestamps) parseCommonForm(text string) float64 {
	n := len(text)
	if (n != 24 && n != 20) || text[n-1] != 'Z' || text[10] != 'T' || text[13] != ':' || text[16] != ':' {
		return math.NaN()
	}
	hours, minutes, seconds, ms := digits(text[11:13]), digits(text[14:16]), digits(text[17:19]), 0
	if n == 24 {
		ms = digits(text[20:23])
		if text[19] != '.' {
			return math.NaN()
		}
	}
	if hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 || ms < 0 {
		return math.NaN()
	}
	return t.dateOf(text[:10]) + float64(hours*hourMs+minutes*minuteMs+seconds*secondMs+ms)
}

func (t *timestamps) parseAnyForm(text string) float64 {
	match := timestampForm.FindStringSubmatch(text)
	if match == nil {
		return math.NaN()
	}
	hours, minutes, seconds := number(match[2]), number(match[3]), number(match[4])
	// 24:00:00 is the end of a day, and a leap second is read as the second after it.
	timeMs := hours*hourMs + minutes*minuteMs + seconds*secondMs
	if minutes > 59 || seconds > 60 || timeMs > dayMs {
		return math.NaN()
	}
	fraction, _ := strconv.ParseFloat("0."+match[5]+"0", 64)
	// The conversion keeps compilers from fusing the product with the sum, which would round differently.
	return t.dateOf(match[1]) + timeMs + float64(fraction*secondMs) - utcOffsetMs(match[6])
}

func (t *timestamps) dateOf(date string) float64 {
	if date != t.date {
		// Parse rejects dates that do not exist, such as 30 February.
		day, err := time.Parse(time.DateOnly, date)
		t.date, t.dateMs = date, math.NaN()
		if err == nil {
			t.dateMs = float64(day.UnixMilli())
		}
	}
	return t.dateMs
}

// utcOffsetMs is local time minus UTC; NaN for an offset that cannot be.
func utcOffsetMs(offset string) float64 {
	if offset == "" || offset == "Z" || offset == "z" {
		return 0
	}
	text := strings.Replace(offset[1:], ":", "", 1)
	hours, minutes := number(text[:2]), number(text[2:])
	if hours > 23 || minutes > 59 {
		return math.NaN()
	}
	size := hours*hourMs + minutes*minuteMs
	if offset[0] == '-' {
		return -size
	}
	return size
}

func number(text string) float64 {
	value, _ := strconv.ParseFloat("0"+text, 64)
	return value
}

// digits is the number that a text of digits makes; negative for any other text.
func digits(text string) int {
	value := 0
	for _, char := range []byte(text) {
		if !isDigit(char) {
			return -1
		}
		value = 10*value + int(char-'0')
	}
	return value
}
