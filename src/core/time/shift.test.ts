import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { Temporal } from 'temporal-polyfill';
import { shiftLater, TimeShift, type Shift, shiftWindow } from './shift';
import { parseStep } from './step';
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS } from './window';

function createShift(step: string, zone: string): Shift {
  return { step: parseStep(step)!, zone };
}

function at(local: string, zone: string, disambiguation: 'earlier' | 'later' = 'earlier'): EpochMs {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation }).epochMilliseconds;
}

/** Where a reading of an instant belongs, by the calendar alone; NaN where it has no place. */
function expectedPlace(epochMs: EpochMs, { step, zone }: Shift): EpochMs {
  const shown = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDateTime();
  if (shown.toZonedDateTime(zone, { disambiguation: 'earlier' }).epochMilliseconds !== epochMs) {
    return NaN;
  }
  const months = step.unit === 'M' ? step.count : 0;
  const days = step.unit === 'M' ? 0 : step.count * (step.unit === 'w' ? 7 : 1);
  const later = shown.add({ months, days });
  if (months > 0 && later.day !== shown.day) {
    return NaN;
  }
  const place = later.toZonedDateTime(zone, { disambiguation: 'earlier' });
  return place.toPlainDateTime().equals(later) ? place.epochMilliseconds : NaN;
}

const MADRID = 'Europe/Madrid';

describe('shiftWindow', () => {
  it.each([
    [
      'a day that is an hour longer',
      '1d',
      '2025-10-27T00:00',
      '2025-10-28T00:00',
      '2025-10-26T00:00',
      '2025-10-27T00:00',
    ],
    ['a week across the change', '1w', '2026-03-30T00:00', '2026-04-06T00:00', '2026-03-23T00:00', '2026-03-30T00:00'],
    ['a month', '1M', '2026-03-01T00:00', '2026-04-01T00:00', '2026-02-01T00:00', '2026-03-01T00:00'],
    [
      'days that the earlier month lacks',
      '1M',
      '2026-03-30T12:00',
      '2026-04-02T12:00',
      '2026-03-01T00:00',
      '2026-03-02T12:00',
    ],
    ['a year', '12M', '2024-02-29T00:00', '2024-03-01T00:00', '2023-03-01T00:00', '2023-03-01T00:00'],
    [
      'a time that the earlier day skips',
      '1d',
      '2026-03-30T02:30',
      '2026-03-30T04:00',
      '2026-03-29T03:00',
      '2026-03-29T04:00',
    ],
  ])('of %s', (_, step, from, to, earlierFrom, earlierTo) => {
    const window = { fromEpochMs: at(from, MADRID), toEpochMs: at(to, MADRID) };
    expect(shiftWindow(window, createShift(step, MADRID))).toEqual({
      fromEpochMs: at(earlierFrom, MADRID),
      toEpochMs: at(earlierTo, MADRID),
    });
  });
});

describe('a step', () => {
  const timeShift = (step: string, zone: string, day: string) => {
    const fromEpochMs = at(day, zone);
    return new TimeShift({ fromEpochMs, toEpochMs: fromEpochMs + 3 * DAY_MS }, createShift(step, zone));
  };

  it('that begins in a skipped hour begins after it', () => {
    const zone = 'America/Santiago';
    const place = timeShift('1d', zone, '2025-09-06T00:00').map(
      at('2025-09-06T00:00', zone),
      at('2025-09-07T00:00', zone)
    );
    expect(place).toBe(at('2025-09-07T01:00', zone));
  });

  it.each([
    ['is skipped', '2026-03-28T02:00', 'earlier' as const, '2026-03-28T00:00'],
    ['is the second pass of a repeated hour', '2025-10-26T02:00', 'later' as const, '2025-10-25T00:00'],
  ])('that %s has no place', (_, local, pass, day) => {
    const start = at(local, MADRID, pass);
    expect(timeShift('1d', MADRID, day).map(start, start + HOUR_MS)).toBeNaN();
  });

  it('has no place either when the window begins in the second pass', () => {
    const start = at('2025-10-26T02:15', MADRID, 'later');
    const window = { fromEpochMs: start, toEpochMs: start + DAY_MS };
    expect(new TimeShift(window, createShift('1d', MADRID)).map(start, start)).toBeNaN();
  });

  it('of a day that the later month lacks has no place', () => {
    const start = at('2026-01-30T00:00', MADRID);
    expect(timeShift('1M', MADRID, '2026-01-29T00:00').map(start, start + DAY_MS)).toBeNaN();
  });
});

it('finds the next place of an instant that has none', () => {
  expect(shiftLater(at('2026-01-30T10:00', MADRID), createShift('1M', MADRID))).toBe(at('2026-03-01T00:00', MADRID));
});

const shift = fc.record({
  step: fc.constantFrom('1d', '2d', '1w', '3w', '1M', '5M', '12M').map((text) => parseStep(text)!),
  zone: fc.constantFrom('UTC', MADRID, 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Asia/Kathmandu'),
});

/** Most are near a clock change or the end of a month, of one of the two windows. */
const instant = fc
  .tuple(
    fc.constantFrom(
      ...[
        '2026-03-29T01:00',
        '2025-10-26T01:00',
        '2026-03-08T07:00',
        '2025-11-02T06:00',
        '2026-04-04T15:00',
        '2025-10-04T15:30',
      ],
      ...['2026-03-01T00:00', '2024-03-01T00:00', '2026-05-01T00:00', '2025-09-07T04:00']
    ),
    fc.constantFrom(0, 0, 1, 2, 7, 21, 28, 30, 31, 151, 365),
    fc.integer({ min: -3 * 96, max: 3 * 96 })
  )
  .map(([near, days, quarters]) => at(near, 'UTC') - days * DAY_MS + quarters * 15 * MINUTE_MS);

test('instants are re-timed as the calendar says, in ascending order', () => {
  fc.assert(
    fc.property(shift, fc.array(instant, { minLength: 1, maxLength: 30 }), (by, instants) => {
      const ascending = [...new Set(instants)].sort((a, b) => a - b);
      const timeShift = new TimeShift({ fromEpochMs: ascending[0]!, toEpochMs: ascending.at(-1)! + 1 }, by);
      const places = ascending.map((epochMs) => timeShift.map(epochMs, epochMs));
      expect(places).toEqual(ascending.map((epochMs) => expectedPlace(epochMs, by)));
      const placed = places.filter((place) => !Number.isNaN(place));
      expect(placed.every((place, index) => index === 0 || place > placed[index - 1]!)).toBe(true);
    }),
    cases(100)
  );
});

test('the earlier window holds every instant that is re-timed into the window, and of those with a place no other', () => {
  fc.assert(
    fc.property(
      shift,
      instant,
      fc.integer({ min: 0, max: 40 * 96 }),
      fc.array(instant),
      (by, fromEpochMs, quarters, others) => {
        const window = { fromEpochMs, toEpochMs: fromEpochMs + quarters * 15 * MINUTE_MS };
        const earlier = shiftWindow(window, by);
        const edges = [earlier.fromEpochMs, earlier.toEpochMs].flatMap((edge) => [
          edge - MINUTE_MS,
          edge,
          edge + MINUTE_MS,
        ]);
        for (const epochMs of [...edges, ...others]) {
          const place = expectedPlace(epochMs, by);
          const isInside = epochMs >= earlier.fromEpochMs && epochMs < earlier.toEpochMs;
          if (!Number.isNaN(place)) {
            expect(place >= window.fromEpochMs && place < window.toEpochMs).toBe(isInside);
          }
        }
      }
    ),
    cases(100)
  );
});
