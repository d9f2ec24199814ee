/** @jest-environment jsdom */
import { FieldType, toDataFrame } from '@grafana/data';
import { countValues } from './countValues.ts';

const counted = (values: number[]) => {
  const frame = toDataFrame({ fields: [{ name: 'value', type: FieldType.number, values }] });
  const histogram = countValues([frame], {});
  return histogram && { lows: histogram.xMin.values, counts: histogram.counts.map((field) => field.values) };
};

test.each([[[7.25, 7.25, 7.25]], [[0, 0]], [[-3]]])(
  'values that are all equal are counted in one bucket: %j',
  (values) => {
    expect(counted(values)).toEqual({ lows: [Math.floor(values[0]!)], counts: [[values.length]] });
  }
);

test('other values are counted in the buckets of Grafana', () => {
  expect(counted([1, 2, 2, 31])?.counts.flat()).toEqual(expect.arrayContaining([1, 2]));
});
