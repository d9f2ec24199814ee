import { toDataFrame } from '@grafana/data';
import { annotationEvents } from './annotationEvents.ts';

const frame = (columns: Record<string, unknown[]>) =>
  toDataFrame({ fields: Object.entries(columns).map(([name, values]) => ({ name, values })) });

test('a row with an end is a region and a row without one is a point in time, sorted by start', () => {
  const events = annotationEvents([
    frame({ time: [2000, 1000], timeEnd: [5000, null], title: ['Late', 'Early'], text: ['b', 'a'] }),
    frame({ time: [1500], text: ['between'] }),
  ]);
  expect(events.map(({ fromEpochMs, toEpochMs, text }) => [fromEpochMs, toEpochMs, text])).toEqual([
    [1000, 1000, 'a'],
    [1500, 1500, 'between'],
    [2000, 5000, 'b'],
  ]);
});

test('tags are a list or a comma-separated string', () => {
  const events = annotationEvents([frame({ time: [1, 2, 3], tags: [['a', 'b'], 'c, d,', null] })]);
  expect(events.map((event) => event.tags)).toEqual([['a', 'b'], ['c', 'd'], []]);
});

test('a row without a time is skipped and an end before the start is ignored', () => {
  expect(annotationEvents([frame({ time: [null, 10], timeEnd: [5, 3] })])).toMatchObject([
    { fromEpochMs: 10, toEpochMs: 10 },
  ]);
});

test('a frame without a time column has no events', () => {
  expect(annotationEvents([frame({ value: [1, 2] })])).toEqual([]);
});
