import { dateTime, rangeUtil, type TimeRange } from '@grafana/data';
import { overriddenRange } from './overriddenRange.ts';

const HOUR_MS = 3_600_000;
const relative = rangeUtil.convertRawToRange({ from: 'now-6h', to: 'now' });
const absolute: TimeRange = (() => {
  const [from, to] = [dateTime('2024-03-01T00:00:00Z'), dateTime('2024-03-02T00:00:00Z')];
  return { from, to, raw: { from, to } };
})();

const hours = ({ from, to }: TimeRange) => Math.round((to.valueOf() - from.valueOf()) / HOUR_MS);
const iso = ({ from, to }: TimeRange) => [from.toISOString(), to.toISOString()];

test('a relative time of the panel replaces a relative time range', () => {
  const { range, timeInfo } = overriddenRange(relative, { timeFrom: '7d', timeShift: undefined });
  expect([hours(range), range.raw, timeInfo]).toEqual([168, { from: 'now-7d', to: 'now' }, 'Last 7 days']);
});

test('an absolute time range is not replaced, so that zooming affects every panel', () => {
  expect(overriddenRange(absolute, { timeFrom: '7d', timeShift: undefined })).toEqual({
    range: absolute,
    timeInfo: '',
  });
});

test('a time shift moves both ends of the time range back', () => {
  const { range, timeInfo } = overriddenRange(absolute, { timeFrom: undefined, timeShift: '1w' });
  expect(iso(range)).toEqual(['2024-02-23T00:00:00.000Z', '2024-02-24T00:00:00.000Z']);
  expect(timeInfo).toBe('-1w');
});

test('relative time and time shift combine', () => {
  const { range } = overriddenRange(relative, { timeFrom: '24h', timeShift: '24h' });
  expect([hours(range), Math.round((relative.to.valueOf() - range.to.valueOf()) / HOUR_MS)]).toEqual([24, 24]);
});

test.each([
  [{ timeFrom: undefined, timeShift: undefined }],
  [{ timeFrom: '', timeShift: '' }],
  [{ timeFrom: 'nonsense', timeShift: undefined }],
  [{ timeFrom: undefined, timeShift: 'nonsense' }],
])('%j does not change the dashboard’s time range', (override) => {
  expect(overriddenRange(relative, override).range).toBe(relative);
});
