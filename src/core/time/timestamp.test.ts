import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { parseTimestamp } from './timestamp';

const NEW_YEAR = Date.UTC(2026, 0, 1);
const LAST_SECOND = Date.UTC(2026, 0, 31, 23, 59, 59);

const INSTANTS: Array<[string, number]> = [
  ['2026-01-31T23:59:59Z', LAST_SECOND],
  ['2026-01-31T23:59:59.123Z', LAST_SECOND + 123],
  ['2026-01-31T23:59:59,123Z', LAST_SECOND + 123],
  ['2026-01-31T23:59:59.1Z', LAST_SECOND + 100],
  ['2026-01-31T23:59:59.1234567Z', LAST_SECOND + 123.4567],
  ['2026-01-31T23:59:59.000001Z', LAST_SECOND + 0.001],
  ['2026-01-31t23:59:59z', LAST_SECOND],
  ['2026-01-31 23:59:59Z', LAST_SECOND],
  [' 2026-01-31T23:59:59Z ', LAST_SECOND],
  ['2026-02-01T01:59:59+02:00', LAST_SECOND],
  ['2026-02-01T01:59:59.123+02:00', LAST_SECOND + 123],
  ['2026-02-01T01:59:59+0200', LAST_SECOND],
  ['2026-02-01T01:59:59+02', LAST_SECOND],
  ['2026-01-31T20:29:59-03:30', LAST_SECOND],
  ['2026-02-01T05:44:59+05:45', LAST_SECOND],
  // Without an offset, the zone is UTC, not the zone of the browser.
  ['2026-01-31T23:59:59', LAST_SECOND],
  ['2026-01-31T23:59', LAST_SECOND - 59_000],
  ['2026-01-01', NEW_YEAR],
  // The end of a day, and a leap second.
  ['2025-12-31T24:00:00Z', NEW_YEAR],
  ['2025-12-31T23:59:60Z', NEW_YEAR],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
  ['1969-12-31T23:59:59.500Z', -500],
];

/** A double with a current time in milliseconds has a resolution of about a quarter of a microsecond. */
const DOUBLE_MS = 0.0003;

it.each(INSTANTS)('parses %j', (text, epochMs) => {
  expect(Math.abs(parseTimestamp(text) - epochMs)).toBeLessThan(DOUBLE_MS);
});

it('returns the same result whatever was parsed before', () => {
  const others = ['2026-02-30T00:00:00Z', '2026-01-32T00:00:00Z', '2025-01-31T23:59:59.123456Z', '1999-01-31'];
  for (const before of [...INSTANTS.map(([text]) => text), ...others]) {
    for (const [text, epochMs] of INSTANTS) {
      parseTimestamp(text);
      parseTimestamp(before);
      expect(Math.abs(parseTimestamp(text) - epochMs)).toBeLessThan(DOUBLE_MS);
    }
  }
});

it.each(['2026/01/31T23:59:59Z', '2026-01x31T23:59:59Z', '2026-01-3\u0131T23:59:59Z', '\u0132026-01-31T23:59:59Z'])(
  'rejects %j, even though it resembles a timestamp that was parsed before',
  (text) => {
    parseTimestamp('2026-01-31T23:59:59Z');
    expect(parseTimestamp(text)).toBeNaN();
  }
);

it.each<[unknown]>([
  ['2026-02-30T00:00:00Z'],
  ['2025-02-29T00:00:00Z'],
  ['2026-13-01T00:00:00Z'],
  ['2026-00-10T00:00:00Z'],
  ['2026-01-32T00:00:00Z'],
  ['2026-01-31T25:00:00Z'],
  ['2026-01-31T24:00:01Z'],
  ['2026-01-31T23:60:00Z'],
  ['2026-01-31T23:59:61Z'],
  ['2026-01-31T23:59:59+24:00'],
  ['2026-01-31T23:59:59+02:60'],
  ['2026-01-31T2a:59:59Z'],
  ['2026-01-31T23:59:59.12aZ'],
  ['2026-01-31T23-59-59.123Z'],
  ['2026-01-31T23:59:59.Z'],
  ['2026-1-31T23:59:59Z'],
  ['31/01/2026 23:59'],
  ['yesterday'],
  [''],
  ['1769903999000'],
  [1_769_903_999_000],
  [null],
  [undefined],
  [{}],
])('rejects %j', (value) => {
  expect(parseTimestamp(value)).toBeNaN();
});

const anyInstant = fc.integer({ min: Date.UTC(1, 0, 1), max: Date.UTC(9999, 11, 31) });

it('parses every timestamp that toISOString returns', () => {
  fc.assert(
    fc.property(anyInstant, (epochMs) => parseTimestamp(new Date(epochMs).toISOString()) === epochMs),
    cases(100)
  );
});

it('agrees with Date.parse on every offset, to the millisecond', () => {
  const offset = fc
    .record({
      sign: fc.constantFrom('+', '-'),
      hours: fc.integer({ min: 0, max: 23 }),
      minutes: fc.integer({ min: 0, max: 59 }),
    })
    .map(({ sign, hours, minutes }) => `${sign}${pad(hours)}:${pad(minutes)}`);
  fc.assert(
    fc.property(anyInstant, offset, (epochMs, written) => {
      const text = new Date(epochMs).toISOString().replace('Z', written);
      expect(parseTimestamp(text)).toBe(Date.parse(text));
    }),
    cases(100)
  );
});

it('accepts the same dates and times as Date.parse, except leap seconds and dates that do not exist', () => {
  const digits = fc.integer({ min: 0, max: 99 }).map(pad);
  const text = fc
    .tuple(digits, digits, digits, digits, digits)
    .map(([month, day, hours, minutes, seconds]) => `2026-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
  fc.assert(
    fc.property(text, (written) => {
      const expected = written.endsWith(':60Z') ? parseTimestamp(written) : Date.parse(written);
      // Date.parse accepts 31 February as 3 March.
      const exists = new Date(expected).toJSON()?.startsWith(written.slice(0, 10)) || written.includes('T24:00:00');
      expect(parseTimestamp(written)).toBe(exists ? expected : NaN);
    }),
    cases(2000)
  );
});

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
