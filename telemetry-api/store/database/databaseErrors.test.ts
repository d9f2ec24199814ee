import pg from 'pg';
import { errorCode } from '../../errorCode.ts';
import { isConnectionError } from './databaseErrors.ts';

/** An error as `pg` reports it. */
function databaseError(code: string, message: string, where?: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  return Object.assign(error, { code, where });
}

/** Where Citus says on which worker a statement failed. */
const ON_WORKER = 'while executing command on 10.0.0.7:5432';

// deadWorker.test.ts meets these on a cluster.
test.each([
  ['08006', 'connection to the remote node postgres@10.0.0.7:5432 failed with the following error: …', undefined],
  ['57P03', 'the database system is starting up', ON_WORKER],
  ['XX000', 'failure on connection marked as essential: 10.0.0.7:5432', undefined],
  ['XX000', 'server closed the connection unexpectedly\n\tThis probably means …', ON_WORKER],
  ['XX000', 'SSL SYSCALL error: EOF detected', ON_WORKER],
  ['XX000', 'SSL SYSCALL error: EOF detected', `COPY reading_102008, line 1\n${ON_WORKER}`],
  ['58030', 'failed to COPY to shard 102014 on 10.0.0.7:5432', undefined],
  // In the language of the coordinator.
  ['XX000', 'el servidor ha cerrado la conexión inesperadamente', ON_WORKER],
])('a worker of Citus that is gone makes the database unavailable: %s %s', (code, message, where) => {
  expect(isConnectionError(databaseError(code, message, where))).toBe(true);
});

test('a shard that Citus is moving makes the database unavailable for new partitions', () => {
  const message = 'could not acquire the lock required to colocate distributed table public.reading';
  expect(isConnectionError(databaseError('XX000', message, undefined))).toBe(true);
});

test('a worker of Citus that dies while rows are copied to it makes the database unavailable, whatever the language', () => {
  const error = databaseError('XX000', 'terminating connection due to unexpected postmaster exit', undefined);
  expect(isConnectionError(error)).toBe(false);
  error.routine = 'ReportCopyError';
  expect(isConnectionError(error)).toBe(true);
});

test.each([
  ['XX000', 'cache lookup failed for relation 16384', undefined],
  ['XX000', 'cache lookup failed for relation 16384', 'SQL function "now_ms" statement 1'],
  ['58030', 'could not read block 7 in file "base/5/16384": Input/output error', undefined],
  ['23514', 'new row violates check constraint', ON_WORKER],
  ['23505', 'duplicate key value violates unique constraint', ON_WORKER],
  // Of TimescaleDB for too many rows of compressed chunks, of PostgreSQL for temp_file_limit.
  ['53400', 'tuple decompression limit exceeded by operation', undefined],
])('a statement that fails again as often as it is repeated is not an outage: %s %s', (code, message, where) => {
  const error = databaseError(code, message, where);
  expect(errorCode(error)).toBe(code);
  expect(isConnectionError(error)).toBe(false);
});
