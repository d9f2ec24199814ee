import zlib from 'node:zlib';
import { writeReadings } from '../../store/readings/readings.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../support/testService.ts';

const PAGE = '/v1/lecturas?dispositivo=COMP-01&tag=temperatura&desde=2026-06-01T00:00:00Z&intervalo=crudo';
const SMALL = `${PAGE}&limite=1`;

let service: TestService;
let secret: string;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01')]);
  secret = await service.key();
  await write(Array.from({ length: 500 }, (_, i) => NOW_MS - i * 10_000));
});

afterAll(() => service.close());

function write(tsEpochMs: readonly number[]) {
  const tagIds = tsEpochMs.map(() => service.tagId('COMP-01', 'temperatura'));
  return writeReadings(
    service.pool,
    { tagIds, tsEpochMs, values: tsEpochMs.map((_, i) => i / 8) },
    { onConflict: 'keep' }
  );
}

function ask(url: string, headers: Record<string, string> = {}, method = 'GET') {
  // fetch decodes the codings that it requests itself: with `identity` the response is seen as sent.
  return service.request(url, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'accept-encoding': 'identity', ...headers },
  });
}

describe('compression', () => {
  test.each(['gzip', 'br', ...('zstdCompress' in zlib ? ['zstd'] : [])])(
    '%s returns the same page in fewer bytes',
    async (coding) => {
      const plain = await ask(PAGE);
      const small = await ask(PAGE, { 'accept-encoding': coding });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(small.headers.get('content-encoding')).toBe(coding);
      expect(small.body).toEqual(plain.body);
      const bytes = ({ headers }: typeof plain) => Number(headers.get('content-length'));
      expect(bytes(small)).toBeLessThan(bytes(plain) / 5);
    }
  );

  test.each([
    ['a body that fits into one packet', SMALL, { 'accept-encoding': 'gzip' }],
    ['a client that requests no coding', PAGE, { 'accept-encoding': 'identity' }],
    ['an unknown coding', PAGE, { 'accept-encoding': 'compress' }],
    ['a coding with quality 0', PAGE, { 'accept-encoding': 'gzip;q=0' }],
  ])('%s is not compressed and the response has Vary', async (_, url, headers) => {
    const { headers: back } = await ask(url, headers);
    expect(back.get('content-encoding')).toBeNull();
    expect(back.get('vary')).toBe('Accept-Encoding');
  });

  test('HEAD has the header fields of GET, and no length where only the compressed body would have one', async () => {
    for (const [url, coding, hasLength] of [
      [PAGE, 'gzip', false],
      [SMALL, 'gzip', true],
      [PAGE, 'identity', true],
    ] as const) {
      const names = ['content-type', 'content-encoding', 'vary', 'etag', 'cache-control', 'content-length'];
      const [get, head] = [
        await ask(url, { 'accept-encoding': coding }),
        await ask(url, { 'accept-encoding': coding }, 'HEAD'),
      ].map(({ headers }) => names.map((name) => headers.get(name)));
      expect(head).toEqual([...(get?.slice(0, -1) ?? []), hasLength ? get?.at(-1) : null]);
    }
  });

  test('compression can be disabled', async () => {
    const plain = await startTestService([], { isCompressing: false });
    const { headers } = await plain.request('/openapi.json', { headers: { 'accept-encoding': 'gzip' } });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, null]);
    await plain.close();
  });
});

describe('conditional requests', () => {
  test('an unchanged response is 304, whatever its content coding was', async () => {
    const { headers } = await ask(PAGE, { 'accept-encoding': 'gzip' });
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]+"$/);
    for (const ifNoneMatch of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await ask(PAGE, { 'if-none-match': ifNoneMatch });
      expect([again.status, again.body]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
      expect(again.headers.get('content-type')).toBeNull();
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      expect(again.headers.get('content-length')).toBeNull();
    }
  });

  test('HEAD has the same ETag and is answered with 304', async () => {
    const etag = (await ask(SMALL)).headers.get('etag') ?? '';
    const head = await ask(SMALL, {}, 'HEAD');
    expect([head.status, head.headers.get('etag'), head.body]).toEqual([200, etag, '']);
    const same = await ask(SMALL, { 'if-none-match': etag }, 'HEAD');
    expect([same.status, same.headers.get('vary'), same.headers.get('content-length')]).toEqual([
      304,
      'Accept-Encoding',
      null,
    ]);
  });

  test('a late reading changes a page that was requested before', async () => {
    const past = `${PAGE}&hasta=2026-06-02T00:00:00Z`;
    const before = await ask(past);
    expect(before.body.datos).toEqual([]);
    const etag = before.headers.get('etag') ?? '';
    expect((await ask(past, { 'if-none-match': etag })).status).toBe(304);
    await write([Date.UTC(2026, 5, 1, 5)]);
    const after = await ask(past, { 'if-none-match': etag });
    expect([after.status, after.body.datos.length]).toEqual([200, 1]);
    expect(after.headers.get('etag')).not.toBe(etag);
  });

  test('responses are private and must be revalidated, errors are not cached', async () => {
    expect((await ask(PAGE)).headers.get('cache-control')).toBe('private, no-cache');
    const rejected = await ask(`${PAGE}&limite=0`, { 'if-none-match': '*' });
    expect([rejected.status, rejected.headers.get('cache-control'), rejected.headers.get('etag')]).toEqual([
      400,
      'no-store',
      null,
    ]);
  });
});
