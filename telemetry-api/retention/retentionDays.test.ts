import { readRetentionDays } from '../config.ts';

test.each([
  [{}, {}],
  [{ RETENTION_RAW_DAYS: '30', RETENTION_1M_DAYS: '' }, { raw: 30 }],
  [
    { RETENTION_RAW_DAYS: '30', RETENTION_1M_DAYS: '30', RETENTION_1H_DAYS: '800' },
    { raw: 30, '1m': 30, '1h': 800 },
  ],
])('%j', (env, days) => {
  expect(readRetentionDays(env)).toEqual(days);
});

test.each([
  [{ RETENTION_RAW_DAYS: '0' }, 'RETENTION_RAW_DAYS is a whole number from 1 to 100000, not "0".'],
  [{ RETENTION_RAW_DAYS: '1.5' }, 'RETENTION_RAW_DAYS'],
  [{ RETENTION_1M_DAYS: '30' }, 'RETENTION_RAW_DAYS is at most 30, as RETENTION_1M_DAYS is, not ""'],
  [{ RETENTION_RAW_DAYS: '31', RETENTION_1M_DAYS: '30' }, 'RETENTION_RAW_DAYS is at most 30'],
  [{ RETENTION_RAW_DAYS: '3', RETENTION_1D_DAYS: '30' }, 'RETENTION_1H_DAYS is at most 30, as RETENTION_1D_DAYS is'],
])('%j is refused: what is coarser outlives what is finer', (env, message) => {
  expect(() => readRetentionDays(env)).toThrow(message);
});
