import { readDatabaseOptions, readServerOptions } from './config.ts';

test('by default the service listens on localhost only, on port 8310', () => {
  expect(readServerOptions({})).toMatchObject({
    host: '127.0.0.1',
    port: 8310,
    publicUrl: undefined,
    onlineWithinMs: 900_000,
  });
});

test('a rate of 0 disables the limit, and the default burst depends on the rate', () => {
  expect(readServerOptions({ API_RATE_PER_S: '0' }).limits.rate).toBeUndefined();
  expect(readServerOptions({ API_RATE_PER_S: '5' }).limits.rate).toEqual({ perS: 5, burst: 150 });
});

test('one key, export or address has a share of the slots by default, and never none', () => {
  expect(readServerOptions({}).limits).toMatchObject({
    maxConcurrentRequestsPerKey: 100,
    maxRunning: 8,
    maxRunningPerKey: 6,
    maxDownloadsPerExport: 4,
    maxDownloadsPerAddress: 10,
  });
  const least = { API_MAX_CONCURRENT: '1', API_MAX_DOWNLOADS: '1', API_POOL_SIZE: '1' };
  expect(readServerOptions(least).limits).toMatchObject({
    maxConcurrentRequestsPerKey: 1,
    maxRunningPerKey: 1,
    maxDownloadsPerExport: 1,
    maxDownloadsPerAddress: 1,
  });
});

test('no proxy is trusted unless it is named', () => {
  expect(readServerOptions({}).trustProxy).toBeUndefined();
  const named = '10.0.0.7, 192.168.0.0/16,::1,fd00::/8';
  expect(readServerOptions({ API_TRUST_PROXY: named }).trustProxy).toBe(named);
});

test.each(['1', 'true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1/', '10.0.0.1,', '::/129'])(
  'the proxy %s is rejected',
  (API_TRUST_PROXY) => {
    expect(() => readServerOptions({ API_TRUST_PROXY })).toThrow(
      'API_TRUST_PROXY must be addresses or CIDR ranges separated by commas'
    );
  }
);

test('an empty variable counts as unset', () => {
  expect(readServerOptions({ API_PORT: '', API_HOST: '', API_PUBLIC_URL: '' })).toEqual(readServerOptions({}));
  expect(readDatabaseOptions({ DATABASE_URL: '' }).databaseUrl).toBeUndefined();
});

test('a trailing slash of the public URL is removed', () => {
  expect(readServerOptions({ API_PUBLIC_URL: 'https://x.example/api/' }).publicUrl).toBe('https://x.example/api');
});

test('a configured data folder has no fallback', () => {
  expect(readDatabaseOptions({ TELEMETRY_DATA_DIR: '/data' })).toEqual({ databaseUrl: undefined, dataDir: '/data' });
});

describe('a password that is not percent-encoded', () => {
  const [DATABASE_URL, DATABASE_READ_URL] = ['DATABASE_URL', 'DATABASE_READ_URL'] as const;
  const read = (name: string, url: string) =>
    name === DATABASE_URL
      ? readDatabaseOptions({ [name]: url }).databaseUrl
      : readServerOptions({ [name]: url }).replica?.url;

  test.each([
    ...['se/cret', '12/cret', 'se?cret', '12?cret', 'se#cret', '12#cret', 'se@12/cret', 'a%b1cret', '12/c:et'],
  ])('%s: is an error that names the variable and prints no part of it', (password) => {
    for (const name of [DATABASE_URL, DATABASE_READ_URL]) {
      expect(() => read(name, `postgres://telemetry:${password}@db.example:5432/plant`)).toThrow(
        `${name} must be a URL such as postgres://user:password@host:5432/database; percent-encode what is not a letter or digit in the password, such as %40 for @, %2F for /, %23 for #, %3F for ?, %25 for % and %20 for a space.`
      );
    }
  });

  test.each(['se@cret', 'a b', '50%off', 'se%2Fcret', '', 'ñ', 'a:b', 'se[cret'])(
    '%s: is accepted if it is clear',
    (password) => {
      for (const name of [DATABASE_URL, DATABASE_READ_URL]) {
        const url = `postgres://telemetry:${password}@db.example:5432/plant`;
        expect(read(name, url)).toBe(url);
      }
    }
  );

  test.each([
    'postgres:///plant?host=/run/postgresql',
    'postgresql://db/plant?sslmode=verify-full&sslrootcert=/no/such/file',
    'postgres://[::1]:5432/plant',
    'postgres://u:p@/plant?host=db',
  ])('%s is accepted', (url) => {
    expect(read(DATABASE_URL, url)).toBe(url);
  });
});

test.each([
  [{ API_PORT: '70000' }, 'API_PORT must be an integer from 0 to 65535, not "70000".'],
  [{ API_PORT: '8310a' }, 'API_PORT'],
  [{ API_PORT: '-1' }, 'API_PORT'],
  [{ API_ONLINE_WITHIN_S: '0' }, 'API_ONLINE_WITHIN_S must be an integer from 1 to 31536000'],
  [{ API_LOG_LEVEL: 'loud' }, 'API_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
  [
    { DATABASE_READ_URL: 'mysql://a:secret@b/c' },
    /^DATABASE_READ_URL must be a URL such as postgres:\/\/user:password@host:5432\/database; [^"]*\.$/,
  ],
  [{ DATABASE_READ_MAX_LAG_S: '0' }, 'DATABASE_READ_MAX_LAG_S'],
  [{ EXPORTS_MAX_MB: '0' }, 'EXPORTS_MAX_MB must be an integer from 1'],
  [{ API_RATE_PER_S: '-1' }, 'API_RATE_PER_S must be an integer from 0 to'],
  [{ API_RATE_BURST: '0' }, 'API_RATE_BURST must be an integer from 1 to'],
  [{ API_MAX_CONCURRENT: '0' }, 'API_MAX_CONCURRENT'],
  [{ API_MAX_CONCURRENT_PER_KEY: '0' }, 'API_MAX_CONCURRENT_PER_KEY must be an integer from 1'],
  [{ API_STALL_TIMEOUT_S: '61' }, 'API_STALL_TIMEOUT_S must be an integer from 1 to 60'],
  [{ API_STATEMENT_TIMEOUT_S: '51' }, 'API_STATEMENT_TIMEOUT_S must be an integer from 1 to 50'],
  [{ API_COMPRESSION: 'yes' }, 'API_COMPRESSION must be one of on, off, not "yes".'],
  [{ API_METRICS: 'all' }, 'API_METRICS must be one of open, operator, off'],
  [{ API_PUBLIC_URL: 'example.com' }, 'API_PUBLIC_URL must be a URL such as https://'],
])('%j is rejected, and the error lists the allowed values', (env, message) => {
  expect(() => readServerOptions(env)).toThrow(message);
});
