import { type DataFrame, FieldType } from '@grafana/data';
import { GAPS, withGapRows } from './gapRows';

function makeFrame(times: readonly number[], values: ReadonlyArray<number | null>): DataFrame {
  return {
    length: times.length,
    fields: [
      { name: 'time', type: FieldType.time, config: {}, values: [...times] },
      { name: 'avg', type: FieldType.number, config: {}, values: [...values] },
    ],
  };
}

it('keeps the nanoseconds of times with their rows', () => {
  const frame = makeFrame([10, 30], [1, 2]);
  const [time, avg] = frame.fields;
  const sent = { ...frame, meta: { custom: { [GAPS]: [20.5] } }, fields: [{ ...time!, nanos: [7, 8] }, avg!] };
  const [shown] = withGapRows({ data: [sent] }).data as DataFrame[];
  expect(shown!.fields.map(({ values, nanos }) => [Array.from(values as unknown[]), nanos])).toEqual([
    [
      [10, 20.5, 30],
      [7, 0, 8],
    ],
    [[1, null, 2], undefined],
  ]);
});

it('leaves a frame as it is that has no gaps', () => {
  const frame = makeFrame([10], [1]);
  expect(withGapRows({ data: [frame] }).data[0]).toBe(frame);
});
