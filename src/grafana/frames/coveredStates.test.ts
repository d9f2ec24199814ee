import { countCovered } from './coveredStates';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2026, 2, 1);
/** A pixel is an hour, or two beside long names. */
const WINDOW = { fromEpochMs: START, toEpochMs: START + 45 * DAY };
const POINTS = 45 * 24;

/** @param changes the minutes after the start, and the value from then on */
function covered(...changes: ReadonlyArray<readonly [minutes: number, value: number | null]>): number {
  const row = {
    timeEpochMs: changes.map(([minutes]) => START + minutes * MINUTE),
    values: changes.map(([, value]) => value),
  };
  return countCovered(row, WINDOW, POINTS);
}

it('a short state is drawn over a long one whose color appears before', () => {
  expect(covered([0, 1], [6000, 2], [6030, 1], [12_000, 2], [12_010, 1])).toBe(0);
});

it('a short state is covered by a long one whose color appears later', () => {
  expect(covered([0, 2], [30, 1], [6000, 2], [6030, 1], [12_000, 2], [12_010, 1])).toBe(3);
});

it('of three states in a pixel, the one whose color appears last is seen', () => {
  expect(covered([0, 1], [6000, 2], [6010, 3], [6020, 1])).toBe(1);
});

it('a state of several pixels is seen, also as the first of the row', () => {
  expect(covered([0, 2], [300, 1], [6000, 2], [6300, 1])).toBe(0);
});

it('equal neighbours are one state', () => {
  expect(covered([0, 2], [60, 2], [120, 2], [180, 1])).toBe(0);
});

it('what is unknown covers nothing, and divides states', () => {
  expect(covered([0, 2], [30, null], [6000, 2], [6030, null], [6060, 1])).toBe(1);
});

it('takes a row of a million states', () => {
  const changes = Array.from({ length: 1_000_000 }, (_, index) => [index * 0.06, index % 2] as const);
  const row = {
    timeEpochMs: Float64Array.from(changes, ([minutes]) => START + minutes * MINUTE),
    values: changes.map(([, value]) => value),
  };
  expect(countCovered(row, WINDOW, POINTS)).toBe(500_000);
});
