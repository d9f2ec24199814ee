import { dateTime, FieldType, toDataFrame, type DataFrame, type TimeRange } from '@grafana/data';
import { graphableFrames } from './graphableFrames.ts';

const range = (fromEpochMs: number, toEpochMs: number): TimeRange => {
  const [from, to] = [dateTime(fromEpochMs), dateTime(toEpochMs)];
  return { from, to, raw: { from, to } };
};

function frame(times: number[], values: unknown[], intervalMs?: number): DataFrame {
  const type = typeof values[0] === 'boolean' ? FieldType.boolean : FieldType.number;
  return toDataFrame({
    fields: [
      { name: 'time', type: FieldType.time, values: times, config: { interval: intervalMs } },
      { name: 'value', type, values },
    ],
  });
}

const columns = (frames: DataFrame[]) => frames.map(({ fields }) => fields.map((field) => [...field.values]));

test('rows further apart than the interval get a gap in every frame', () => {
  const frames = [frame([0, 10, 30], [1, 2, 3], 10), frame([0, 10, 30], [4, 5, 6], 10)];
  expect(columns(graphableFrames(frames, range(0, 30)))).toEqual([
    [
      [0, 10, 20, 30],
      [1, 2, null, 3],
    ],
    [
      [0, 10, 20, 30],
      [4, 5, null, 6],
    ],
  ]);
});

test('without an interval, rows do not change', () => {
  expect(columns(graphableFrames([frame([0, 10, 30], [1, 2, 3])], range(0, 30)))).toEqual([
    [
      [0, 10, 30],
      [1, 2, 3],
    ],
  ]);
});

test('booleans become 0 and 1 and numbers that are not finite become gaps', () => {
  const frames = [frame([1, 2], [true, false]), frame([1, 2, 3], [1, Infinity, NaN])];
  expect(columns(graphableFrames(frames, range(0, 3))).map(([, values]) => values)).toEqual([
    [1, 0],
    [1, null, null],
  ]);
});

test('frames without a time field or without rows are skipped', () => {
  const noTime = toDataFrame({ fields: [{ name: 'value', type: FieldType.number, values: [1] }] });
  expect(graphableFrames([noTime, frame([], [])], range(0, 1))).toEqual([]);
});
