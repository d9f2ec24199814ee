import { DAY_MS, HOUR_MS } from '../../durations.ts';
import { differingRanges, sliced, type SlicedTable } from './digests.ts';
import { STORED_TABLES } from './storedTables.ts';

const tableOf = (name: string) => sliced(STORED_TABLES.find((table) => table.name === name)!) as SlicedTable;
const READING = tableOf('reading');
const DAY = Date.UTC(2026, 5, 1);

const digests = (...entries: ReadonlyArray<readonly [number, string]>) =>
  new Map(entries.map(([fromMs, sum]) => [fromMs, { rows: 1, sum }]));

test('slices that differ, or that only one table has, are the ranges to copy; those beside each other are one', () => {
  const hour = (n: number) => DAY + n * HOUR_MS;
  const source = digests([hour(0), 'same'], [hour(1), 'changed'], [hour(2), 'new'], [hour(5), 'same']);
  const target = digests([hour(0), 'same'], [hour(1), 'old'], [hour(5), 'same'], [hour(9), 'deleted']);
  expect(differingRanges(READING, source, target)).toEqual([
    { fromMs: hour(1), toMs: hour(3) },
    { fromMs: hour(9), toMs: hour(10) },
  ]);
  expect(differingRanges(READING, source, source)).toEqual([]);
});

test('a range ends with its partition', () => {
  const last = DAY + 23 * HOUR_MS;
  expect(differingRanges(READING, digests([last, 'a'], [last + HOUR_MS, 'b']), digests())).toEqual([
    { fromMs: last, toMs: DAY + DAY_MS },
    { fromMs: DAY + DAY_MS, toMs: DAY + DAY_MS + HOUR_MS },
  ]);
  const days = Array.from({ length: 32 }, (_, i) => [Date.UTC(2026, 4, 30 + i), 'a'] as const);
  expect(differingRanges(tableOf('bucket_1m'), digests(...days), digests())).toEqual([
    { fromMs: Date.UTC(2026, 4, 30), toMs: Date.UTC(2026, 5, 1) },
    { fromMs: Date.UTC(2026, 5, 1), toMs: Date.UTC(2026, 6, 1) },
  ]);
});

test('the same rows in one more or less are another digest', () => {
  const twice = new Map([[DAY, { rows: 2, sum: 'a' }]]);
  expect(differingRanges(READING, digests([DAY, 'a']), twice)).toHaveLength(1);
});
