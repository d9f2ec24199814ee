import { readDatabaseOptions, readServerOptions } from './config.ts';

test('without any settings the service listens on this machine only, on port 8310', () => {
  expect(readServerOptions({})).toMatchObject({
    host: '127.0.0.1',
    port: 8310,
    publicUrl: undefined,
    onlineWithinMs: 900_000,
  });
});

test('a rate of 0 is no limit, and the burst follows the rate', () => {
  expect(readServerOptions({ API_RATE_PER_S: '0' }).limits.rate).toBeUndefined();
  expect(readServerOptions({ API_RATE_PER_S: '5' }).limits.rate).toEqual({ perS: 5, burst: 150 });
});

test('an empty variable is as good as none', () => {
  expect(readServerOptions({ API_PORT: '', API_HOST: '', API_PUBLIC_URL: '' })).toEqual(readServerOptions({}));
  expect(readDatabaseOptions({ DATABASE_URL: '' }).databaseUrl).toBeUndefined();
});

test('a slash at the end of the public address is not doubled in links', () => {
  expect(readServerOptions({ API_PUBLIC_URL: 'https://x.example/api/' }).publicUrl).toBe('https://x.example/api');
});

test('a data folder that was chosen is used or refused, never replaced by another', () => {
  expect(readDatabaseOptions({ TELEMETRY_DATA_DIR: '/data' })).toEqual({ databaseUrl: undefined, dataDir: '/data' });
});

test.each([
  [{ API_PORT: '70000' }, 'API_PORT is a whole number from 0 to 65535, not "70000".'],
  [{ API_PORT: '8310a' }, 'API_PORT'],
  [{ API_PORT: '-1' }, 'API_PORT'],
  [{ API_ONLINE_WITHIN_S: '0' }, 'API_ONLINE_WITHIN_S is a whole number from 1 to 31536000'],
  [{ API_LOG_LEVEL: 'loud' }, 'API_LOG_LEVEL is one of fatal, error, warn, info, debug, trace, silent'],
  [{ DATABASE_READ_URL: 'mysql://a:secret@b/c' }, 'DATABASE_READ_URL is not an address'],
  [{ DATABASE_READ_MAX_LAG_S: '0' }, 'DATABASE_READ_MAX_LAG_S'],
  [{ EXPORTS_MAX_MB: '0' }, 'EXPORTS_MAX_MB is a whole number from 1'],
  [{ API_RATE_PER_S: '-1' }, 'API_RATE_PER_S is a whole number from 0 to'],
  [{ API_RATE_BURST: '0' }, 'API_RATE_BURST is a whole number from 1 to'],
  [{ API_MAX_AT_WORK: '0' }, 'API_MAX_AT_WORK'],
  [{ API_STATEMENT_TIMEOUT_S: '51' }, 'API_STATEMENT_TIMEOUT_S is a whole number from 1 to 50'],
  [{ API_COMPRESSION: 'yes' }, 'API_COMPRESSION is one of on, off, not "yes".'],
  [{ API_METRICS: 'all' }, 'API_METRICS is one of open, operator, off'],
  [{ API_PUBLIC_URL: 'example.com' }, 'API_PUBLIC_URL looks like https://'],
])('%j is refused with what is allowed', (env, message) => {
  expect(() => readServerOptions(env)).toThrow(message);
});
