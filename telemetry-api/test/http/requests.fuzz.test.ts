import { once } from 'node:events';
import { get, METHODS, type IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { asDescribedApi, operationsOf, PROBLEM_TYPE, type DescribedApi } from '../../http/openapi/describedApi.ts';
import { upsertAlerts } from '../../store/alerts/alerts.ts';
import { queueExport } from '../../store/exports/exports.ts';
import { listKeys } from '../../store/keys/keys.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { FUZZ } from '../support/fuzz.ts';
import { fuzzRequests, urlOf, validRequests } from './fuzzRequests.ts';
import { openConnection } from './rawConnection.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../support/testService.ts';

// Each case is a request, and there are more than ten operations: together they have as many cases as each of the other tests.
const numRuns = Math.ceil(FUZZ.numRuns / 10);
const TIMEOUT_MS = 60_000 + numRuns * 500;

/** Errors that are possible although each parameter is valid on its own. */
const CROSS_PARAMETER_ERRORS = new Set(['rango_invalido', 'cursor_invalido']);

let service: TestService;
let authorization: string;
let api: DescribedApi;
const KNOWN: Record<string, string[]> = {
  dispositivo: ['COMP-01', 'BOMBA-07', 'NADA'],
  tag: ['temperatura', 'presion', 'nada'],
  desde: ['2026-06-01T00:00:00Z', '2026-06-14T00:00:00-06:00'],
  hasta: ['2026-06-15T11:00:00Z', '2026-06-16T00:00:00Z'],
  limite: ['1', '2', '1000'],
};

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('BOMBA-07', { siteCode: 'sur' })]);
  const secret = await service.key({ name: 'fuzzer', family: 'operator' });
  authorization = `Bearer ${secret}`;
  const keyId = (await listKeys(service.pool)).find(({ name }) => name === 'fuzzer')?.id ?? '';
  const tagId = service.tagId('COMP-01', 'temperatura');
  const tsEpochMs = Array.from({ length: 300 }, (_, i) => NOW_MS - i * 61_000);
  const values = tsEpochMs.map((_, i) => [1e300, -0.5, 5e-324, 0][i % 4] ?? 0);
  await writeReadings(service.pool, { tagIds: tsEpochMs.map(() => tagId), tsEpochMs, values }, { onConflict: 'keep' });
  await writeReadings(
    service.pool,
    { tagIds: [service.tagId('BOMBA-07', 'presion')], tsEpochMs: [NOW_MS], values: [1] },
    { onConflict: 'keep' }
  );
  const alert = {
    tagId,
    rule: 'R',
    severity: 'info',
    startValue: 1,
    peakValue: 2,
    acknowledgedMs: null,
    endedMs: null,
  } as const;
  await upsertAlerts(
    service.pool,
    [1, 2, 3].map((n) => ({
      ...alert,
      id: `00000000-0000-4000-8000-00000000000${n}`,
      startedMs: NOW_MS - n,
      openedMs: NOW_MS - n,
    }))
  );
  const exportId = await queueExport(
    service.pool,
    { keyId, description: 'x', format: 'csv', tagIds: [tagId], level: '1h', fromMs: 0, toMs: NOW_MS },
    NOW_MS
  );
  api = asDescribedApi((await service.request('/openapi.json')).body);
  const range = { desde: '2026-06-01T00:00:00Z' };
  KNOWN.id = [exportId];
  KNOWN.siguiente = await Promise.all([
    cursor('/v1/lecturas', { ...range, dispositivo: 'COMP-01', tag: 'temperatura' }),
    cursor('/v1/lecturas', { ...range, dispositivo: 'COMP-01', tag: 'temperatura', intervalo: 'crudo' }),
    cursor('/v1/alertas', {}),
    cursor('/v1/dispositivos', {}),
    cursor('/v1/valores', {}),
  ]);
});

afterAll(() => service.close());

async function cursor(url: string, query: Record<string, string>): Promise<string> {
  const { body } = await service.get(url, { ...query, limite: 1 });
  expect(body.siguiente).toEqual(expect.any(String));
  return body.siguiente;
}

const PATHS = [
  '/v1/lecturas',
  '/v1/alertas',
  '/v1/dispositivos',
  '/v1/valores',
  '/v1/exportaciones',
  '/v1/exportaciones/{id}',
  '/descargas/{id}',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/health/live',
  '/health/ready',
];

test('every path of the document is tested', () => {
  expect(
    operationsOf(api)
      .map(({ path }) => path)
      .sort()
  ).toEqual([...PATHS].sort());
});

test.each(PATHS)(
  '%s answers any request as documented and names the invalid parameter',
  async (path) => {
    const operation = api.paths[path]?.get;
    if (operation === undefined) {
      throw new Error(`There is no ${path}.`);
    }
    const seen = new Set<number>();
    // Of random requests, all may be invalid. These come first.
    const valid = validRequests(path, operation, KNOWN);
    await fc.assert(
      fc.asyncProperty(fuzzRequests(path, operation, KNOWN), async (request) => {
        const url = urlOf(request);
        // Every response is checked against the document: an undocumented status, error or field throws.
        const { status, headers, body } = await service.request(url, { headers: { authorization } });
        seen.add(status);
        expect(status).toBeLessThan(500);
        if (status >= 400) {
          expect(headers.get('content-type')).toBe(`${PROBLEM_TYPE}; charset=utf-8`);
          expect(body.status).toBe(status);
        }
        if (url.length > 8000) {
          expect([400, 414, 431]).toContain(status);
          return;
        }
        if (request.isOpen) {
          return;
        }
        if (request.wrong.length > 0) {
          expect(status).toBe(400);
          expect(request.wrong).toContain(body.parametro);
        } else if (status === 400) {
          expect(CROSS_PARAMETER_ERRORS).toContain(body.codigo);
        }
      }),
      { ...FUZZ, numRuns: Math.max(numRuns, valid.length), examples: valid.map((request) => [request]) }
    );
    // The valid requests are accepted. Downloads never are: they need a signed link.
    expect(seen).toContain(path === '/descargas/{id}' ? 403 : 200);
  },
  TIMEOUT_MS
);

const HEADERS = [
  'authorization',
  'accept',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'if-range',
  'x-request-id',
  'content-type',
  'origin',
  'host',
];

test(
  'no header makes the service fail',
  async () => {
    const text = fc.oneof(
      fc.constantFrom(
        '*',
        '*/*;q=0',
        'gzip;q=0',
        'W/"x", *',
        'bytes=-',
        'bytes=9-1',
        'Bearer',
        '"',
        ',,,;;;q=',
        'gzip, br;q=zz, *;q=9'
      ),
      fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((at) => String.fromCharCode(at)), maxLength: 60 })
    );
    const headers = fc.dictionary(fc.constantFrom(...HEADERS), text, { minKeys: 1, maxKeys: 4 });
    const paths = fc.constantFrom(
      '/v1/valores',
      '/v1/dispositivos?limite=1',
      '/docs',
      '/openapi.json',
      '/metrics',
      '/nada'
    );
    await fc.assert(
      fc.asyncProperty(paths, headers, async (url, odd) => {
        // Not fetch, which does not send some headers.
        const request = get(new URL(url, service.address), { headers: { authorization, ...odd } });
        const [answer] = (await once(request, 'response')) as [IncomingMessage];
        answer.resume();
        expectProblemIfError(answer.statusCode ?? 0, new Headers(answer.headers as Record<string, string>));
      }),
      { ...FUZZ, numRuns: numRuns * 3 }
    );
  },
  TIMEOUT_MS
);

test(
  'every method on every path is answered as documented, and those that are not allowed with Allow',
  async () => {
    const paths = fc.constantFrom(...PATHS.map((path) => path.replace('{id}', KNOWN.id?.[0] ?? '')));
    const methods = fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT'));
    await fc.assert(
      fc.asyncProperty(methods, paths, async (method, path) => {
        const { status, headers } = await exchangeOne(`${method} ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        expectProblemIfError(status, headers);
        if (!['GET', 'HEAD'].includes(method)) {
          expect(status).toBe(method === 'OPTIONS' ? 204 : 405);
          expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
        }
      }),
      { ...FUZZ, numRuns: numRuns * 3 }
    );
  },
  TIMEOUT_MS
);

test(
  'text that is nearly HTTP is answered like any other request',
  async () => {
    const odd = fc.string({
      unit: fc.integer({ min: 1, max: 0xff }).map((at) => String.fromCharCode(at)),
      maxLength: 8,
    });
    const orOdd = (...values: readonly string[]) =>
      fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: odd });
    const field = fc
      .tuple(
        orOdd('Host', 'X-Request-Id', 'Accept', 'Expect', 'Connection', 'Upgrade', 'Range', 'X-Forwarded-Host', 'TE'),
        orOdd(': ', ':', ' : '),
        orOdd('x', 'localhost:80', '*/*', '100-continue', 'close', 'upgrade', 'h2c', 'bytes=0-', 'a b', '@')
      )
      .map((parts) => parts.join(''));
    const heads = fc.tuple(
      orOdd('GET', 'HEAD', 'OPTIONS', 'get', 'NADA'),
      orOdd(' ', '  '),
      orOdd('/health/live', '/docs?', '*', 'http://x/docs', '/%zz', '/v1/valores#x'),
      orOdd(' HTTP/1.1', ' HTTP/1.0', ' HTTP/2.0', ' HTTP/1.2', ''),
      fc.array(field, { maxLength: 5 }).map((fields) => ['', 'Host: x', ...fields].join('\r\n'))
    );
    await fc.assert(
      fc.asyncProperty(heads, async (parts) => {
        const { status, headers } = await exchangeOne(`${parts.join('')}\r\n\r\n`);
        expectProblemIfError(status, headers);
      }),
      { ...FUZZ, numRuns: numRuns * 3 }
    );
  },
  TIMEOUT_MS
);

/** Sends bytes, and parses the head of the first response. */
async function exchangeOne(bytes: string): Promise<{ readonly status: number; readonly headers: Headers }> {
  const socket = await openConnection(service.address);
  socket.write(bytes, 'latin1');
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    // Without 100 Continue, which precedes a response.
    text = text.replace(/^HTTP\/1\.1 100 .*\r\n\r\n/, '');
    if (text.includes('\r\n\r\n')) {
      break;
    }
  }
  const [statusLine = '', ...fields] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]),
    headers: new Headers(fields.map((field) => field.split(/: (.*)/).slice(0, 2) as [string, string])),
  };
}

function expectProblemIfError(status: number, headers: Headers): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(headers.get('x-request-id')).toMatch(/^[\w.:/+=-]+$/);
  if (status >= 400) {
    expect(headers.get('content-type')).toBe(`${PROBLEM_TYPE}; charset=utf-8`);
  }
}
