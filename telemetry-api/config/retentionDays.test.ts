import { readRetentionDays } from './config.ts';

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
  [{ RETENTION_RAW_DAYS: '0' }, 'RETENTION_RAW_DAYS must be an integer from 1 to 100000, not "0".'],
  [{ RETENTION_RAW_DAYS: '1.5' }, 'RETENTION_RAW_DAYS'],
  [{ RETENTION_1M_DAYS: '30' }, 'RETENTION_RAW_DAYS must be at most 30, the value of RETENTION_1M_DAYS, not ""'],
  [{ RETENTION_RAW_DAYS: '31', RETENTION_1M_DAYS: '30' }, 'RETENTION_RAW_DAYS must be at most 30'],
  [
    { RETENTION_RAW_DAYS: '3', RETENTION_1D_DAYS: '30' },
    'RETENTION_1H_DAYS must be at most 30, the value of RETENTION_1D_DAYS',
  ],
])('%j is rejected: a coarser level must be retained at least as long as a finer one', (env, message) => {
  expect(() => readRetentionDays(env)).toThrow(message);
});
