import { unfollowedSteps } from './unfollowedSteps';

const HOUR = 3_600_000;
const EDGES = Float64Array.of(0, 8 * HOUR, 16 * HOUR, 24 * HOUR, 32 * HOUR);
const GAP = 8.1 * HOUR;

function inHours(points: ReadonlyArray<readonly [hour: number, value: number | null]>, gapMs = GAP) {
  const timeEpochMs = points.map(([hour]) => hour * HOUR);
  const column = points.map(([, value]) => value);
  return unfollowedSteps({ timeEpochMs, gapMs }, column, EDGES).map(({ fromEpochMs, toEpochMs, value }) => [
    fromEpochMs / HOUR,
    toEpochMs / HOUR,
    value,
  ]);
}

it('are the last one, which lasts until its end', () => {
  expect(
    inHours([
      [0, 1],
      [8, 2],
    ])
  ).toEqual([[8, 16, 2]]);
});

it('are those before a gap, whether the panel breaks the line or a null does', () => {
  expect(
    inHours([
      [0, 1],
      [16, 3],
    ])
  ).toEqual([
    [0, 8, 1],
    [16, 24, 3],
  ]);
  expect(
    inHours([
      [0, 1],
      [8, null],
      [16, 3],
    ])
  ).toEqual([
    [0, 8, 1],
    [16, 24, 3],
  ]);
});

it('are none where the line goes on over an empty step', () => {
  const points = [
    [0, 1],
    [16, 3],
  ] as const;
  expect(inHours(points, Infinity)).toEqual([[16, 24, 3]]);
});

it('are none of what is no step, such as the latest reading', () => {
  expect(
    inHours([
      [8, 2],
      [11, 5],
    ])
  ).toEqual([]);
});
