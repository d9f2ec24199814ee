import { toRows } from '../../../testSupport/toRows';
import { parseStep } from '../../time/step';
import { stepEdges } from '../../time/stepEdges';
import type { EpochMs } from '../../time/window';
import { breakLine, columnAt, type Fill, fillSteps, shiftPoints } from './linePoints';

/** The clocks of Madrid go from 02:00 to 03:00 on 29 March 2026. */
const ZONE = 'Europe/Madrid';
const NEXT_DAY = { step: parseStep('1d')!, zone: ZONE };
const march = (day: number, utcHour: number, minute = 0): EpochMs => Date.UTC(2026, 2, day, utcHour, minute);

/** Midnight to 06:00 of 28 March, in steps of an hour. */
const EDGES = stepEdges({ fromEpochMs: march(27, 23), toEpochMs: march(28, 5) }, parseStep('60m')!, ZONE);

function linePoints(localHours: readonly number[], fill: Fill) {
  const rows = toRows(localHours.map((hour) => ({ at: EDGES[hour]!, avg: hour, min: hour, max: hour, n: 60 })));
  const { line, ...rest } = shiftPoints(fillSteps(rows, EDGES, 3_600_001, fill), EDGES, NEXT_DAY);
  return { points: line.timeEpochMs.map((time, point) => [time, columnAt(line, rows.avg)[point]]), ...rest };
}

it('leaves out the step that the later clock skips', () => {
  const { points, leftOutEpochMs, longestLineMs } = linePoints([0, 1, 2, 3, 4], 'gap');
  expect(points).toEqual([
    [march(28, 23), 0],
    [march(29, 0), 1],
    [march(29, 1), 3],
    [march(29, 2), 4],
  ]);
  expect({ leftOutEpochMs, longestLineMs }).toEqual({ leftOutEpochMs: [EDGES[2]], longestLineMs: 3_600_000 });
});

it('connects steps between which there is no time on the later day', () => {
  expect(linePoints([1, 3], 'gap')).toEqual({
    points: [
      [march(29, 0), 1],
      [march(29, 1), 3],
    ],
    leftOutEpochMs: [],
    longestLineMs: 3_600_000,
  });
});

it.each<[Fill, Array<[EpochMs, number | null]>]>([
  ['gap', [[march(29, 1), null]]],
  [
    'null',
    [
      [march(29, 1), null],
      [march(29, 2), null],
    ],
  ],
  [
    'previous',
    [
      [march(29, 1), 1],
      [march(29, 2), 1],
    ],
  ],
  [
    'linear',
    [
      [march(29, 1), 3],
      [march(29, 2), 4],
    ],
  ],
])('keeps what fills the steps of a gap that have a place: %s', (fill, filled) => {
  const { points, leftOutEpochMs } = linePoints([0, 1, 5], fill);
  expect(points).toEqual([[march(28, 23), 0], [march(29, 0), 1], ...filled, [march(29, 3), 5]]);
  expect(leftOutEpochMs).toEqual([]);
});

it('keeps the line connected where the later clock is set back', () => {
  const october = (day: number, utcHour: number) => Date.UTC(2025, 9, day, utcHour);
  const edges = stepEdges({ fromEpochMs: october(24, 22), toEpochMs: october(25, 4) }, parseStep('60m')!, ZONE);
  const rows = toRows([0, 1, 2, 3].map((hour) => ({ at: edges[hour]!, avg: hour, min: hour, max: hour, n: 60 })));
  const { line, leftOutEpochMs, longestLineMs } = shiftPoints(
    fillSteps(rows, edges, 3_600_001, 'gap'),
    edges,
    NEXT_DAY
  );
  expect(line.timeEpochMs).toEqual([october(25, 22), october(25, 23), october(26, 0), october(26, 2)]);
  expect({ leftOutEpochMs, longestLineMs }).toEqual({ leftOutEpochMs: [], longestLineMs: 2 * 3_600_000 });
});

it('keeps readings of one instant apart, and a break between the same two readings', () => {
  const times = [march(28, 0, 50), march(28, 0, 50), march(28, 2, 20)];
  const rows = toRows(times.map((at, index) => ({ at, avg: index, min: index, max: index, n: 1 })));
  const { line, leftOutEpochMs } = shiftPoints(breakLine(rows, [march(28, 1, 5)]), undefined, NEXT_DAY);
  expect(line.timeEpochMs).toEqual([march(29, 0, 50), march(29, 0, 50), march(29, 1), march(29, 1, 20)]);
  expect(columnAt(line, rows.avg)).toEqual([0, 1, null, 2]);
  expect(leftOutEpochMs).toEqual([]);
});
