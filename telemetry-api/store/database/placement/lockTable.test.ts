import { lockShortage } from './lockTable.ts';

/** PostgreSQL's defaults. */
const DEFAULTS = { maxLocksPerTransaction: 64, slots: 121 };

test('five years of days need more locks than the default, and the message names the setting', () => {
  expect(lockShortage({ ...DEFAULTS, partitions: 1826 + 60 })).toBe(
    'The database has 1886 partitions, one per day of readings and per month of 1m buckets. To convert them in one transaction, its server ' +
      'needs max_locks_per_transaction = 192; it is 64. Set it in postgresql.conf, restart PostgreSQL, and run the command again. ' +
      'Nothing was changed.'
  );
  expect(lockShortage({ ...DEFAULTS, maxLocksPerTransaction: 192, partitions: 1826 + 60 })).toBeUndefined();
});

test('680 days fit into the default', () => {
  expect(lockShortage({ ...DEFAULTS, partitions: 680 + 23 })).toBeUndefined();
});
