import { NOW_MS, startTestService, testDevice, type TestService } from '../test/support/testService.ts';
import { writeReadings } from '../store/readings/readings.ts';
import { HOUR_MS } from '../durations.ts';

const T0 = Date.UTC(2026, 5, 1);
const COUNT = 1500;
/** One reading every 97 s, so that the counts of the buckets differ. */
const TIMES = Array.from({ length: COUNT }, (_, i) => T0 + i * 97_000);
const VALUES = TIMES.map((_, i) => Math.round(Math.sin(i / 9) * 1000) / 8);

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('COMP-01'), testDevice('BOMBA-07', { siteCode: 'sur' })]);
  const tagIds = TIMES.map(() => service.tagId('COMP-01', 'temperatura'));
  await writeReadings(service.pool, { tagIds, tsEpochMs: TIMES, values: VALUES }, { onConflict: 'keep' });
});

afterAll(() => service.close());

const base = { dispositivo: 'COMP-01', tag: 'temperatura', desde: iso(T0), hasta: iso(T0 + 48 * HOUR_MS) };

function iso(epochMs: number) {
  return new Date(epochMs).toISOString();
}

function read(query: Record<string, string | number>, secret?: string) {
  return service.get('/v1/lecturas', query, secret);
}

async function readAll(query: Record<string, string | number>) {
  const pages = [];
  let siguiente: string | null | undefined;
  do {
    const { status, body } = await read(siguiente ? { ...query, siguiente } : query);
    expect(status).toBe(200);
    pages.push(body);
    siguiente = body.siguiente;
  } while (siguiente !== null);
  return pages;
}

test('a page has its tag and range, and the time and value of each reading', async () => {
  const { status, headers, body } = await read({ ...base, intervalo: 'crudo', limite: 2 });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(body).toEqual({
    dispositivo: 'COMP-01',
    tag: 'temperatura',
    nombre: 'Temperatura',
    unidad: '°C',
    intervalo: 'crudo',
    desde: iso(T0),
    hasta: iso(T0 + 48 * HOUR_MS),
    datos: [
      { ts: iso(T0), valor: VALUES[0] },
      { ts: iso(T0 + 97_000), valor: VALUES[1] },
    ],
    siguiente: expect.any(String),
  });
});

test('the default interval is one hour', async () => {
  const { body } = await read(base);
  expect(body.intervalo).toBe('1h');
  expect(body.datos[0].n).toBe(38);
});

test.each([13, 499, 500, 1499, 1500, 1501, 5000])(
  'pages of %i rows together are the whole history in order, and only the last page is shorter',
  async (limite) => {
    const pages = await readAll({ ...base, intervalo: 'crudo', limite });
    expect(pages.flatMap((page) => page.datos.map(({ ts }: { ts: string }) => Date.parse(ts)))).toEqual(TIMES);
    expect(pages.slice(0, -1).every((page) => page.datos.length === limite)).toBe(true);
    expect(pages).toHaveLength(Math.ceil(COUNT / limite));
  }
);

test('a page may have a single row', async () => {
  const query = { ...base, hasta: iso(TIMES[20] ?? 0), intervalo: 'crudo', limite: 1 };
  expect((await readAll(query)).map((page) => page.datos.length)).toEqual(Array.from({ length: 20 }, () => 1));
});

test.each([
  ['the start is included', T0, T0 + 97_000, 1],
  ['the end is excluded', T0, T0 + 97_001, 2],
  ['a start after the first reading excludes it', T0 + 1, T0 + 97_001, 1],
  ['a range between two readings is empty', T0 + 1, T0 + 96_999, 0],
  ['a range before the first reading is empty', T0 - 5000, T0, 0],
])('%s', async (_, fromMs, toMs, count) => {
  const { body } = await read({ ...base, intervalo: 'crudo', desde: iso(fromMs), hasta: iso(toMs) });
  expect(body.datos).toHaveLength(count);
  expect(body.siguiente).toBeNull();
});

test('a bucket belongs to the range that contains its start', async () => {
  const { body } = await read({ ...base, desde: iso(T0 + 1), hasta: iso(T0 + 2 * HOUR_MS) });
  expect(body.datos.map(({ ts }: { ts: string }) => ts)).toEqual([iso(T0 + HOUR_MS)]);
});

test('limits with an offset and more digits than ms are exact', async () => {
  const { body } = await read({
    ...base,
    intervalo: 'crudo',
    desde: '2026-05-31T18:00:00.0000001-06:00',
    hasta: '2026-06-01T00:01:37.0000001Z',
  });
  expect(body.datos.map(({ ts }: { ts: string }) => ts)).toEqual([iso(T0 + 97_000)]);
});

test('without hasta, all pages end at the time of the first request', async () => {
  const query = { dispositivo: 'COMP-01', tag: 'presion', desde: iso(NOW_MS - HOUR_MS), intervalo: 'crudo', limite: 1 };
  const write = (ts: number) =>
    writeReadings(
      service.pool,
      { tagIds: [service.tagId('COMP-01', 'presion')], tsEpochMs: [ts], values: [1] },
      { onConflict: 'keep' }
    );
  await write(NOW_MS - 2);
  await write(NOW_MS - 1);
  const first = (await read(query)).body;
  expect(first.hasta).toBe(iso(NOW_MS));

  service.setNow(NOW_MS + 5000);
  await write(NOW_MS + 1000);
  const second = (await read({ ...query, siguiente: first.siguiente })).body;
  service.setNow(NOW_MS);
  expect(second).toMatchObject({ hasta: iso(NOW_MS), datos: [{ ts: iso(NOW_MS - 1) }], siguiente: null });
});

test('the next page may be requested with the hasta of the first response', async () => {
  const query = { ...base, intervalo: 'crudo', limite: 10 };
  const { hasta, ...withoutEnd } = query;
  expect(hasta).toBeDefined();
  const first = (await read(withoutEnd)).body;
  const next = await read({ ...withoutEnd, hasta: first.hasta, siguiente: first.siguiente });
  expect(next.body.datos[0].ts).toBe(iso(TIMES[10] ?? 0));
});

describe('a cursor is rejected', () => {
  let siguiente = '';
  beforeAll(async () => {
    siguiente = (await read({ ...base, limite: 1 })).body.siguiente;
  });

  test.each([
    ['with another tag', { tag: 'presion' }],
    ['with another device', { dispositivo: 'BOMBA-07' }],
    ['with another interval', { intervalo: '1m' }],
    ['with another start', { desde: iso(T0 - 1) }],
    ['with another end', { hasta: iso(T0 + 47 * HOUR_MS) }],
    ['when it is invalid', { siguiente: 'AAAA' }],
  ])('%s', async (_, change) => {
    const { status, body } = await read({ ...base, limite: 1, siguiente, ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({ codigo: 'cursor_invalido', parametro: 'siguiente' });
  });

  test('without the end of the first request', async () => {
    const { hasta, ...rest } = base;
    expect(hasta).toBeDefined();
    expect((await read({ ...rest, limite: 1, siguiente })).status).toBe(400);
  });

  test('but not when the page size changes or equal times are written differently', async () => {
    const change = { limite: 3, desde: '2026-05-31T18:00:00-06:00' };
    const { status, body } = await read({ ...base, siguiente, ...change });
    expect(status).toBe(200);
    expect(body.datos).toHaveLength(3);
    expect(body.datos[0].ts).toBe(iso(T0 + HOUR_MS));
  });
});

test('another interval is answered with 400', async () => {
  const { status, body } = await read({ ...base, intervalo: '5m' });
  expect([status, body.codigo, body.parametro]).toEqual([400, 'parametro_invalido', 'intervalo']);
});

test('a start that is not before now is rejected if there is no end', async () => {
  const { body } = await read({ dispositivo: 'COMP-01', tag: 'temperatura', desde: iso(NOW_MS) });
  expect(body).toMatchObject({ codigo: 'rango_invalido', parametro: 'desde' });
});

test.each(['dispositivo', 'tag', 'desde'])('%s is required', async (name) => {
  const query = Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
  expect((await read(query)).body).toMatchObject({ codigo: 'parametro_requerido', parametro: name });
});

test('a tag without readings has an empty history', async () => {
  const { body } = await read({ ...base, dispositivo: 'BOMBA-07' });
  expect(body).toMatchObject({ unidad: '°C', datos: [], siguiente: null });
});

test('a renamed tag has its new name after two seconds, although the time of day is set back', async () => {
  const presion = { ...base, dispositivo: 'BOMBA-07', tag: 'presion', intervalo: 'crudo' };
  const nameOf = async () => (await read(presion)).body.nombre as string;
  const rename = (name: string) =>
    service.pool.query('UPDATE tag SET name = $1 WHERE id = $2', [name, service.tagId('BOMBA-07', 'presion')]);
  try {
    expect(await nameOf()).toBe('Presión');
    await rename('Presión de salida');
    service.setNow(NOW_MS - HOUR_MS);
    service.letPass(1999);
    expect(await nameOf()).toBe('Presión');
    service.letPass(1);
    expect(await nameOf()).toBe('Presión de salida');
  } finally {
    service.setNow(NOW_MS);
    await rename('Presión');
  }
});
