import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { Temporal } from 'temporal-polyfill';
import { parseStep, type Step } from './step';
import { stepEdges } from './stepEdges';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from './window';

const DAY: Step = { count: 1, unit: 'd' };

/** A local time such as `2026-03-29T02:30` in a zone. If the time occurs twice, it is the first. */
function local(dateTime: string, zone: string): EpochMs {
  return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(zone).epochMilliseconds;
}

function edgesBetween(from: string, to: string, step: string, zone: string, offsetMs = 0): string[] {
  const window = { fromEpochMs: local(from, zone), toEpochMs: local(to, zone) };
  return Array.from(stepEdges(window, parseStep(step)!, zone, offsetMs), (edge) => {
    const there = Temporal.Instant.fromEpochMilliseconds(edge).toZonedDateTimeISO(zone);
    return there.toString({ timeZoneName: 'never', smallestUnit: 'minute' });
  });
}

describe('days begin at local midnight, and have their actual length', () => {
  it.each([
    ['UTC', '2024-03-31', 24],
    ['Europe/Madrid', '2024-03-31', 23],
    ['Europe/Madrid', '2024-10-27', 25],
    // The clocks change at midnight: these days begin at 01:00.
    ['America/Santiago', '2024-09-08', 23],
    ['America/Havana', '2024-03-10', 23],
    // These days end or begin with an hour that occurs twice.
    ['America/Santiago', '2024-04-06', 25],
    ['America/Havana', '2024-11-03', 25],
    ['Asia/Kolkata', '2024-03-31', 24],
    ['Asia/Kathmandu', '2024-03-31', 24],
    ['Australia/Lord_Howe', '2024-04-07', 24.5],
    ['Australia/Lord_Howe', '2024-10-06', 23.5],
    // The clocks went back at 00:01, so midnight occurred twice; the day begins at the first one.
    ['America/St_Johns', '2010-11-06', 24],
    ['America/St_Johns', '2010-11-07', 25],
    // Samoa skipped the next day.
    ['Pacific/Apia', '2011-12-29', 24],
  ])('%s, %s: %d h', (zone, date, hours) => {
    const noon = local(`${date}T12:00`, zone);
    const edges = stepEdges({ fromEpochMs: noon, toEpochMs: noon + 1 }, DAY, zone);
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).startOfDay().epochMilliseconds;
    expect(Array.from(edges)).toEqual([start, start + hours * HOUR_MS]);
  });
});

it.each([
  [
    'a skipped hour has no step',
    edgesBetween('2024-03-31T01:00', '2024-03-31T05:00', '1h', 'Europe/Madrid'),
    ['2024-03-31T01:00+01:00', '2024-03-31T03:00+02:00', '2024-03-31T04:00+02:00', '2024-03-31T05:00+02:00'],
  ],
  [
    'a repeated hour has two steps',
    edgesBetween('2024-10-27T01:00', '2024-10-27T04:00', '1h', 'Europe/Madrid'),
    [
      '2024-10-27T01:00+02:00',
      '2024-10-27T02:00+02:00',
      '2024-10-27T02:00+01:00',
      '2024-10-27T03:00+01:00',
      '2024-10-27T04:00+01:00',
    ],
  ],
  [
    'longer steps keep their local times',
    edgesBetween('2024-10-27T00:00', '2024-10-27T06:00', '2h', 'Europe/Madrid'),
    ['2024-10-27T00:00+02:00', '2024-10-27T02:00+02:00', '2024-10-27T04:00+01:00', '2024-10-27T06:00+01:00'],
  ],
  [
    'a step whose start is skipped begins when the clocks change',
    edgesBetween('2024-03-31T00:00', '2024-03-31T06:00', '2h', 'Europe/Madrid'),
    ['2024-03-31T00:00+01:00', '2024-03-31T03:00+02:00', '2024-03-31T04:00+02:00', '2024-03-31T06:00+02:00'],
  ],
  [
    'a skipped half hour has no step of its own',
    edgesBetween('2024-10-06T01:00', '2024-10-06T04:00', '1h', 'Australia/Lord_Howe'),
    ['2024-10-06T01:00+10:30', '2024-10-06T02:30+11:00', '2024-10-06T03:00+11:00', '2024-10-06T04:00+11:00'],
  ],
  [
    'a repeated half hour has two steps',
    edgesBetween('2024-04-07T01:00', '2024-04-07T02:30', '30m', 'Australia/Lord_Howe'),
    [
      '2024-04-07T01:00+11:00',
      '2024-04-07T01:30+11:00',
      '2024-04-07T01:30+10:30',
      '2024-04-07T02:00+10:30',
      '2024-04-07T02:30+10:30',
    ],
  ],
  [
    'an hour is repeated from 00:01 on: the minute before the change is a step of its own',
    edgesBetween('2010-11-06T23:45', '2010-11-07T00:15', '15m', 'America/St_Johns').slice(0, 4),
    ['2010-11-06T23:45-02:30', '2010-11-07T00:00-02:30', '2010-11-06T23:01-03:30', '2010-11-06T23:15-03:30'],
  ],
  [
    'weeks from 06:00',
    edgesBetween('2024-03-26T12:00', '2024-04-02T12:00', '1w', 'Europe/Madrid', 6 * HOUR_MS),
    ['2024-03-25T06:00+01:00', '2024-04-01T06:00+02:00', '2024-04-08T06:00+02:00'],
  ],
  [
    'a week from 06:00 ends at 06:00 on Monday',
    edgesBetween('2024-04-01T05:00', '2024-04-01T05:30', '1w', 'Asia/Kolkata', 6 * HOUR_MS),
    ['2024-03-25T06:00+05:30', '2024-04-01T06:00+05:30'],
  ],
  [
    'months from 06:00',
    edgesBetween('2024-03-01T05:00', '2024-04-10T00:00', '1M', 'Europe/Madrid', 6 * HOUR_MS),
    ['2024-02-01T06:00+01:00', '2024-03-01T06:00+01:00', '2024-04-01T06:00+02:00', '2024-05-01T06:00+02:00'],
  ],
  [
    'a month whose start is skipped begins when the clocks change',
    [0, 30 * MINUTE_MS, HOUR_MS].flatMap((offsetMs) =>
      edgesBetween('2017-10-01T12:00', '2017-10-02T12:00', '1M', 'America/Asuncion', offsetMs).slice(0, 1)
    ),
    ['2017-10-01T01:00-03:00', '2017-10-01T01:00-03:00', '2017-10-01T01:00-03:00'],
  ],
  [
    'months begin on the first',
    edgesBetween('2024-02-10T00:00', '2024-04-10T00:00', '1M', 'Europe/Madrid'),
    ['2024-02-01T00:00+01:00', '2024-03-01T00:00+01:00', '2024-04-01T00:00+02:00', '2024-05-01T00:00+02:00'],
  ],
  [
    'quarters begin in January',
    edgesBetween('2023-12-10T00:00', '2024-01-10T00:00', '3M', 'Asia/Kolkata'),
    ['2023-10-01T00:00+05:30', '2024-01-01T00:00+05:30', '2024-04-01T00:00+05:30'],
  ],
  [
    'a window that ends on an edge has no step after it',
    edgesBetween('2024-03-26T12:00', '2024-03-26T13:00', '1h', 'UTC'),
    ['2024-03-26T12:00+00:00', '2024-03-26T13:00+00:00'],
  ],
])('%s', (_, edges, expected) => {
  expect(edges).toEqual(expected);
});

describe('8-hour steps from 06:00 begin at 06:00, 14:00 and 22:00 local time, even when the clocks change', () => {
  it.each([
    // zone, day of the change, edges from the previous evening on, hours of the night step
    ['Europe/Madrid', '2024-03-31', '22:00+01:00 06:00+02:00 14:00+02:00 22:00+02:00', 7],
    ['Europe/Madrid', '2024-10-27', '22:00+02:00 06:00+01:00 14:00+01:00 22:00+01:00', 9],
    ['Australia/Lord_Howe', '2024-10-06', '22:00+10:30 06:00+11:00 14:00+11:00 22:00+11:00', 7.5],
    ['Australia/Lord_Howe', '2024-04-07', '22:00+11:00 06:00+10:30 14:00+10:30 22:00+10:30', 8.5],
    ['America/Santiago', '2024-09-08', '22:00-04:00 06:00-03:00 14:00-03:00 22:00-03:00', 7],
  ])('%s, %s: %s', (zone, date, expected, nightHours) => {
    const edges = edgesBetween(`${date}T05:00`, `${date}T21:00`, '8h', zone, 6 * HOUR_MS);
    expect(edges.map((edge) => edge.slice('yyyy-mm-ddT'.length)).join(' ')).toBe(expected);
    expect((Date.parse(edges[1]!) - Date.parse(edges[0]!)) / HOUR_MS).toBe(nightHours);
  });
});

describe('on any day in any zone', () => {
  const scenario = fc.record({
    zone: fc.constantFrom(
      'UTC',
      'Europe/Madrid',
      'America/Santiago',
      'America/Havana',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'Africa/Casablanca',
      'Asia/Kathmandu'
    ),
    change: fc.constantFrom('2010-11-07', '2024-03-10', '2024-04-07', '2024-10-06', '2024-10-27', '2024-09-08'),
    beforeMs: fc.integer({ min: 0, max: DAY_MS }),
    lengthMs: fc.integer({ min: 1, max: DAY_MS }),
    step: fc.constantFrom('15m', '30m', '1h', '90m', '2h', '3h', '6h', '8h', '12h', '1d'),
    offsetMs: fc.constantFrom(0, 6 * HOUR_MS, 15 * MINUTE_MS),
  });

  it('an edge is where local time first enters a new step', () => {
    fc.assert(
      fc.property(scenario, ({ zone, change, beforeMs, lengthMs, step, offsetMs }) => {
        const fromEpochMs = Date.parse(change) + DAY_MS - beforeMs;
        const window = { fromEpochMs, toEpochMs: fromEpochMs + lengthMs };
        const edges = Array.from(stepEdges(window, parseStep(step)!, zone, offsetMs));
        const expected = edgesByTheMinute(window.fromEpochMs, window.toEpochMs, parseStep(step)!, zone, offsetMs);
        expect(edges).toEqual(expected);
      }),
      cases(150)
    );
  });
});

/** The oracle checks the local time of every minute. A repeated hour repeats its steps of up to an hour, but no longer steps. */
function edgesByTheMinute(from: EpochMs, to: EpochMs, step: Step, zone: string, offsetMs: number): EpochMs[] {
  const lengthMs = step.count * { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 0, M: 0 }[step.unit];
  const edges: EpochMs[] = [];
  let highest = -Infinity;
  let previous = { name: NaN, utcOffsetMs: NaN };
  const start = Math.floor((from - lengthMs - DAY_MS) / MINUTE_MS) * MINUTE_MS;
  for (let at = start; edges.length === 0 || edges[edges.length - 1]! < to; at += MINUTE_MS) {
    const utcOffsetMs = offsetAt(at, zone);
    const name = Math.floor((at + utcOffsetMs - offsetMs) / lengthMs);
    const isRepeated = previous.utcOffsetMs !== utcOffsetMs && (at + utcOffsetMs - offsetMs) % lengthMs === 0;
    if (lengthMs > HOUR_MS ? name > highest : name !== previous.name || isRepeated) {
      edges.push(at);
    }
    highest = Math.max(highest, name);
    previous = { name, utcOffsetMs };
  }
  const coversFrom = edges.filter((edge) => edge <= from).length - 1;
  return edges.slice(coversFrom);
}

const KNOWN_OFFSETS = new Map<string, number>();

function offsetAt(epochMs: EpochMs, zone: string): number {
  const key = `${zone} ${epochMs}`;
  let utcOffsetMs = KNOWN_OFFSETS.get(key);
  if (utcOffsetMs === undefined) {
    utcOffsetMs = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
    KNOWN_OFFSETS.set(key, utcOffsetMs);
  }
  return utcOffsetMs;
}

it('has no edges in a window that ends long before it begins', () => {
  const window = { fromEpochMs: 40 * DAY_MS, toEpochMs: 0 };
  expect(stepEdges(window, DAY, 'UTC')).toHaveLength(0);
  expect(stepEdges(window, DAY, 'Europe/Madrid')).toHaveLength(0);
});

it('the edges of a window are computed once for each step, zone and offset', () => {
  const window = { fromEpochMs: local('2026-03-28T00:00', 'UTC'), toEpochMs: local('2026-03-31T00:00', 'UTC') };
  const asked: Array<[string, string, number]> = ['1h', '1d', '1w', '1M'].flatMap((step) =>
    ['UTC', 'Europe/Madrid'].flatMap((zone) =>
      [0, 6 * HOUR_MS].map((offsetMs): [string, string, number] => [step, zone, offsetMs])
    )
  );
  const edgesOf = (of: () => typeof window) =>
    asked.map(([step, zone, offsetMs]) => stepEdges(of(), parseStep(step)!, zone, offsetMs));
  const edges = edgesOf(() => window);
  edgesOf(() => window).forEach((again, index) => expect(again).toBe(edges[index]));
  // Each for itself: nothing is shared by mistake.
  expect(edgesOf(() => ({ ...window }))).toEqual(edges);
});

it('gives the edges of the window as it is, also if somebody has moved it meanwhile', () => {
  const window = { fromEpochMs: 0, toEpochMs: DAY_MS };
  expect(Array.from(stepEdges(window, DAY, 'UTC'))).toEqual([0, DAY_MS]);
  Object.assign(window, { fromEpochMs: DAY_MS, toEpochMs: 2 * DAY_MS });
  expect(Array.from(stepEdges(window, DAY, 'UTC'))).toEqual([DAY_MS, 2 * DAY_MS]);
});
