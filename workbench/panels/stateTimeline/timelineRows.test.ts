/** @jest-environment jsdom */
import { createTheme, dateTime, FieldType, MappingType, toDataFrame, type TimeRange } from '@grafana/data';
import { legendItems, timelineRows } from './timelineRows.ts';

const [from, to] = [dateTime(100), dateTime(200)];
const RANGE: TimeRange = { from, to, raw: { from, to } };
const THEME = createTheme();

const MAPPINGS = [
  {
    type: MappingType.ValueToText,
    options: { '0': { text: 'stopped', color: '#111111' }, '1': { text: 'running', color: '#222222' } },
  },
];

function frame(name: string, times: number[], values: Array<number | null>) {
  return toDataFrame({
    name,
    fields: [
      { name: 'time', type: FieldType.time, values: times },
      { name, type: FieldType.number, values, config: { mappings: MAPPINGS } },
    ],
  });
}

test('a value holds until the next one, the last one until the end of the range', () => {
  const { rows } = timelineRows([frame('A', [50, 120, 150], [0, 1, 0])], RANGE, THEME)!;
  expect(rows.map(({ spans }) => spans.map((span) => [span.fromEpochMs, span.toEpochMs, span.text]))).toEqual([
    [
      [100, 120, 'stopped'],
      [120, 150, 'running'],
      [150, 200, 'stopped'],
    ],
  ]);
  expect(legendItems(rows)).toEqual([
    { label: 'stopped', color: '#111111' },
    { label: 'running', color: '#222222' },
  ]);
});

test('a missing value is a gap, and equal neighbours are one span', () => {
  const { rows } = timelineRows([frame('A', [100, 110, 120, 150], [1, 1, null, 1])], RANGE, THEME)!;
  expect(rows[0]!.spans.map((span) => [span.fromEpochMs, span.toEpochMs])).toEqual([
    [100, 120],
    [150, 200],
  ]);
});

test('the tooltip has what every row has at each change of any row', () => {
  const { frame: joined } = timelineRows([frame('A', [100, 150], [0, 1]), frame('B', [120], [1])], RANGE, THEME)!;
  expect(joined.fields.map(({ values }) => [...values])).toEqual([
    [100, 120, 150],
    [0, 0, 1],
    [null, 1, 1],
  ]);
});

test('without a time field or a row there is no timeline', () => {
  const noTime = toDataFrame({ fields: [{ name: 'value', type: FieldType.number, values: [1] }] });
  expect(timelineRows([noTime, frame('A', [], [])], RANGE, THEME)).toBeUndefined();
});
