import { retentionCutoffs } from './retentionCutoffs.ts';

const NOW_MS = Date.UTC(2026, 2, 15, 17, 30);

function times(days: Parameters<typeof retentionCutoffs>[0]) {
  return Object.fromEntries(
    [...retentionCutoffs(days, NOW_MS)].map(([level, ms]) => [level, new Date(ms).toISOString()])
  );
}

test('cutoffs are rounded down to whole UTC days, and to whole UTC months for 1m buckets', () => {
  expect(times({ raw: 1, '1m': 20, '1h': 400, '1d': 4000 })).toEqual({
    raw: '2026-03-14T00:00:00.000Z',
    '1m': '2026-02-01T00:00:00.000Z',
    '1h': '2025-02-08T00:00:00.000Z',
    '1d': '2015-04-02T00:00:00.000Z',
  });
});

test('an unlimited level has no cutoff, and no cutoff is before 1970', () => {
  expect(times({})).toEqual({});
  expect(times({ raw: 100_000 })).toEqual({ raw: '1970-01-01T00:00:00.000Z' });
});
