import { writeReadings } from '../../store/readings/readings.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../support/testService.ts';

const HISTORY = { dispositivo: 'COMP-01', tag: 'temperatura', desde: '2026-06-01T00:00:00Z' };
/** The paged lists: a valid query, and the maximum of `limite`. */
const LISTS: ReadonlyArray<readonly [url: string, query: Record<string, string>, max: number]> = [
  ['/v1/lecturas', HISTORY, 5000],
  ['/v1/alertas', {}, 1000],
  ['/v1/dispositivos', {}, 2000],
  ['/v1/valores', {}, 5000],
];

let service: TestService;
let secret: string;
const CURSORS = new Map<string, string>();

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('COMP-02')]);
  secret = await service.key();
  const tagIds = ['COMP-01', 'COMP-01', 'COMP-02'].map((code) => service.tagId(code, 'temperatura'));
  const tsEpochMs = [NOW_MS - 7_200_000, NOW_MS - 60_000, NOW_MS - 60_000];
  await writeReadings(service.pool, { tagIds, tsEpochMs, values: [1, 2, 3] }, { onConflict: 'keep' });
  for (const [url, query] of LISTS) {
    const { body } = await service.get(url, { ...query, limite: 1 });
    CURSORS.set(url, body.siguiente ?? '');
  }
});

afterAll(() => service.close());

/** The query is sent without encoding. */
function ask(url: string, query: string, init: RequestInit = {}) {
  return service.request(`${url}?${query}`, { ...init, headers: { authorization: `Bearer ${secret}` } });
}

function text(query: Record<string, string>): string {
  return new URLSearchParams(query).toString();
}

describe.each(LISTS)('%s', (url, query, max) => {
  const good = text(query);

  test.each([
    '0',
    String(max + 1),
    '1.5',
    '',
    '1e3',
    '%2B5',
    '+5',
    '-1',
    '5+',
    '0x5',
    'diez',
    'null',
    '9'.repeat(30),
    '%00',
  ])('limite=%s is rejected and the error names the bounds', async (limite) => {
    const { status, headers, body } = await ask(url, `${good}&limite=${limite}`);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({ codigo: 'parametro_invalido', parametro: 'limite', status: 400 });
    expect(body.detail).toContain(`un entero de 1 a ${max}`);
  });

  test.each(['1', String(max)])('limite=%s is accepted', async (limite) => {
    expect((await ask(url, `${good}&limite=${limite}`)).status).toBe(200);
  });

  test.each(['pagina=2', 'Limite=5', 'limite[]=5', '=5', 'format=csv', '__proto__=x', 'toString=x', 'limite%20=5'])(
    '%s is rejected as unknown and the error lists the parameters',
    async (unknown) => {
      const { status, body } = await ask(url, `${good}&${unknown}`);
      expect([status, body.codigo]).toEqual([400, 'parametro_desconocido']);
      expect(body.parametro).toBe(decodeURIComponent(unknown.split('=')[0] ?? ''));
      expect(body.detail).toContain('limite, siguiente');
    }
  );

  test('repeated parameters are rejected, even with the same value', async () => {
    for (const name of [...Object.keys(query), 'limite', 'siguiente']) {
      const value = query[name] ?? '5';
      const twice = text({ ...query, [name]: value });
      const { status, body } = await ask(url, `${twice}&${name}=${encodeURIComponent(value)}`);
      expect([status, body.codigo, body.parametro]).toEqual([400, 'parametro_repetido', name]);
    }
  });

  test('a cursor is accepted only unaltered and for its own operation', async () => {
    const own = CURSORS.get(url) ?? '';
    if (own !== '') {
      expect((await ask(url, `${good}&siguiente=${own}`)).status).toBe(200);
    }
    const altered = [
      'AAAA',
      'null',
      '0',
      `${own}A`,
      `${own}=`,
      own.slice(1),
      own.toLowerCase(),
      '%00',
      'x'.repeat(4000),
    ];
    const ofOthers = [...CURSORS]
      .filter(([other, cursor]) => other !== url && cursor !== '')
      .map(([, cursor]) => cursor);
    expect(ofOthers.length).toBeGreaterThan(1);
    for (const siguiente of [...altered, ...ofOthers].filter((cursor) => cursor !== own)) {
      const { status, body } = await ask(url, `${good}&siguiente=${siguiente}`);
      expect([status, body.parametro]).toEqual([400, 'siguiente']);
    }
    expect((await ask(url, `${good}&siguiente=`)).body.codigo).toBe('parametro_invalido');
  });
});

describe.each([
  ['/v1/lecturas', HISTORY],
  ['/v1/alertas', {}],
])('times of %s', (url, query) => {
  test.each([
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-06-01T24:00:00Z',
    '2026-06-01T00:00:60Z',
    '2026-06-01T00:00:00',
    '2026-06-01',
    '1769839200000',
    'now',
    '',
    '2026-06-01T00:00:00+99:00',
    '2026-06-01T09+09',
  ])('"%s" is rejected and the error names the expected format', async (time) => {
    for (const name of ['desde', 'hasta']) {
      const { status, body } = await ask(url, text({ ...query, [name]: time }));
      expect([status, body.codigo, body.parametro]).toEqual([400, 'parametro_invalido', name]);
      expect(body.detail).toContain('ISO 8601');
    }
  });

  test.each([
    ['2026-06-01T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['2026-06-01T00:00:00.000Z', '2026-05-31T18:00:00-06:00'],
    ['2026-06-02T00:00:00Z', '2026-06-01T00:00:00Z'],
    ['2026-06-01T00:00:00.0005Z', '2026-06-01T00:00:00.001Z'],
  ])('the empty range from %s to %s is rejected', async (desde, hasta) => {
    const { status, body } = await ask(url, text({ ...query, desde, hasta }));
    expect([status, body.codigo, body.parametro]).toEqual([400, 'rango_invalido', 'desde']);
  });

  test.each(['2026-06-01T00:00Z', '2026-05-31t18:00:00.123456789-0600', '2026-06-01T05:45:00,5+05:45'])(
    '%s is accepted',
    async (desde) => {
      const { status, body } = await ask(url, text({ ...query, desde }));
      expect([status, body.parametro]).toEqual([200, undefined]);
    }
  );
});

test('every time in a response is UTC with ms', async () => {
  const { body } = await ask(
    '/v1/lecturas',
    text({ ...HISTORY, desde: '2026-05-31T18:00:00.0000005-06:00', intervalo: 'crudo' })
  );
  expect(body.desde).toBe('2026-06-01T00:00:00.001Z');
  const times = [body.desde, body.hasta, ...body.datos.map(({ ts }: { ts: string }) => ts)];
  expect(times.length).toBeGreaterThan(3);
  expect(times.filter((time) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(time))).toEqual([]);
});

test.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59.998Z'])(
  'the first and last supported times are accepted: %s',
  async (desde) => {
    const { status, body } = await ask('/v1/lecturas', text({ ...HISTORY, desde, hasta: '9999-12-31T23:59:59.999Z' }));
    expect([status, body.hasta]).toEqual([200, '9999-12-31T23:59:59.999Z']);
  }
);

test.each(['/openapi.json', '/docs', '/v1/exportaciones', '/v1/exportaciones/00000000-0000-4000-8000-000000000000'])(
  '%s accepts no parameters',
  async (url) => {
    const { status, body } = await ask(url, 'limite=5');
    expect([status, body.codigo, body.parametro]).toEqual([400, 'parametro_desconocido', 'limite']);
  }
);

test.each(['/health/live', '/docs', '/openapi.json', '/metrics', '/descargas/00000000-0000-4000-8000-000000000000'])(
  '%s is read-only',
  async (url) => {
    const { status, headers, body } = await ask(url, '', { method: 'POST' });
    expect([status, headers.get('allow'), body.codigo]).toEqual([405, 'GET, HEAD, OPTIONS', 'metodo_no_permitido']);
  }
);
