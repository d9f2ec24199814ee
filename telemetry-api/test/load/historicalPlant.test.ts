import { expectedRows, HISTORY } from './historicalPlant.ts';

const TAG = { id: 1, site: 'NORTE', device: 'NORTE-01', key: 'caudal' };

test('a day has a reading every seven seconds, and buckets of them', () => {
  const toMs = HISTORY.fromMs + 70 * 60_000;
  const raw = expectedRows(TAG, 'raw', HISTORY.fromMs, toMs);
  expect(raw).toHaveLength(600);
  expect(raw[1]).toEqual({ ts: '2026-03-01T00:00:07.000Z', valor: expect.any(Number) });
  const minutes = expectedRows(TAG, '1m', HISTORY.fromMs, toMs);
  expect(minutes).toHaveLength(70);
  const [first] = minutes;
  const values = raw.slice(0, 9).map(({ valor }) => Number(valor));
  expect(first).toEqual({
    ts: '2026-03-01T00:00:00.000Z',
    avg: values.reduce((sum, value) => sum + value) / 9,
    min: Math.min(...values),
    max: Math.max(...values),
    n: 9,
  });
});
