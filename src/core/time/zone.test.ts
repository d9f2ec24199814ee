import { isKnownZone } from './zoneRules';
import { zoneSegments } from './zone';

const HOUR = 3_600_000;

it.each([
  ['UTC', true],
  ['Europe/Madrid', true],
  ['Asia/Kathmandu', true],
  ['Europe/Atlantis', false],
  ['', false],
  ['browser', false],
])('%j is a known zone: %s', (zone, known) => {
  expect(isKnownZone(zone)).toBe(known);
});

it('splits a year in Madrid where the clocks change, without gaps or overlaps', () => {
  const window = { fromEpochMs: Date.UTC(2024, 0, 1), toEpochMs: Date.UTC(2025, 0, 1) };
  const spring = Date.UTC(2024, 2, 31, 1);
  const autumn = Date.UTC(2024, 9, 27, 1);
  expect(zoneSegments(window, 'Europe/Madrid')).toEqual([
    { fromEpochMs: window.fromEpochMs, toEpochMs: spring, utcOffsetMs: HOUR },
    { fromEpochMs: spring, toEpochMs: autumn, utcOffsetMs: 2 * HOUR },
    { fromEpochMs: autumn, toEpochMs: window.toEpochMs, utcOffsetMs: HOUR },
  ]);
});

it.each([
  ['UTC', 0],
  ['Asia/Kolkata', 5.5 * HOUR],
  ['Asia/Kathmandu', 5.75 * HOUR],
])('%s has a single offset all year', (zone, utcOffsetMs) => {
  const window = { fromEpochMs: Date.UTC(2024, 0, 1), toEpochMs: Date.UTC(2025, 0, 1) };
  expect(zoneSegments(window, zone)).toEqual([{ ...window, utcOffsetMs }]);
});
