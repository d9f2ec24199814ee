import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTagIds } from '../../store/inventory/inventory.ts';
import { queueExport } from '../../store/exports/exports.ts';
import {
  DEVICES,
  END_MS,
  FIRST_MS,
  HISTORY_MS,
  HISTORY_TAGS,
  plantTag,
  type Engine,
  type EngineCheck,
} from './plant.ts';

const TAG = 3;
const LIMIT = 500;
const { device, key } = plantTag(TAG);
const ALERTS = 250;

interface Page {
  readonly siguiente: string | null;
}

export const HISTORY_CHECKS: readonly EngineCheck[] = (['crudo', '1m', '1h', '1d'] as const).map((level) => ({
  name: `GET /v1/lecturas, ${level}: all pages`,
  run: async (engine: Engine) => {
    const rows = await walk<{ ts: string; valor?: number; avg?: number; n?: number }>(engine, '/v1/lecturas', 'datos', {
      dispositivo: device,
      tag: key,
      intervalo: level,
      desde: new Date(FIRST_MS).toISOString(),
      hasta: new Date(END_MS).toISOString(),
    });
    const [expected] = await engine.imports.query<{ n: number; sum: number }>(
      `SELECT count(*) AS n, sum(value) AS sum FROM reading WHERE tag_id = ${await tagId(engine)}`
    );
    const n = rows.reduce((sum, row) => sum + (row.n ?? 1), 0);
    const total = rows.reduce((sum, row) => sum + (row.valor ?? (row.avg ?? Number.NaN) * (row.n ?? 0)), 0);
    assert.equal(n, expected?.n);
    assert.ok(Math.abs(total - (expected?.sum ?? Number.NaN)) < 1e-3, `sum ${total}, in the database ${expected?.sum}`);
    assert.deepEqual(
      rows.map(({ ts }) => ts),
      rows.map(({ ts }) => ts).sort()
    );
    return `${rows.length.toLocaleString('en')} rows`;
  },
}));

export const READ_CHECKS: readonly EngineCheck[] = [
  ...HISTORY_CHECKS,
  {
    name: 'GET /v1/dispositivos: all pages',
    run: async (engine) => {
      const devices = await walk<{ codigo: string; ultimoContacto: string | null; tags: unknown[] }>(
        engine,
        '/v1/dispositivos',
        'dispositivos',
        {},
        7
      );
      assert.equal(devices.length, DEVICES);
      assert.ok(devices.every(({ tags }) => tags.length === 5));
      const withReadings = devices.filter(({ ultimoContacto }) => ultimoContacto !== null);
      assert.equal(withReadings.length, HISTORY_TAGS / 5);
      return `${devices.length} devices`;
    },
  },
  {
    name: 'GET /v1/valores: all pages, and one device',
    run: async (engine) => {
      const values = await walk<{ valor: number }>(engine, '/v1/valores', 'valores', {}, 7);
      assert.equal(values.length, HISTORY_TAGS);
      assert.ok(values.some(({ valor }) => valor === 12_345));
      const one = (await engine.get('/v1/valores', { dispositivo: device })) as { valores: unknown[] };
      assert.equal(one.valores.length, 5);
      return `${values.length} values`;
    },
  },
  {
    name: 'import alerts; GET /v1/alertas: all pages',
    run: async (engine) => {
      const rows = Array.from({ length: ALERTS }, (_, i) => {
        const [opened, end] = [
          new Date(HISTORY_MS + i * 60_000),
          i % 2 === 0 ? new Date(HISTORY_MS + i * 90_000 + 1) : undefined,
        ];
        const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
        return `${id},Alta,${device},${key},critical,${opened.toISOString()},${opened.toISOString()},${end?.toISOString() ?? ''},80,${90 + i}`;
      });
      const csv = `id,rule,device,tag,severity,started,opened,ended,start_value,peak_value\n${rows.join('\n')}\n`;
      for (const text of [`${ALERTS}  new`, `${ALERTS}  unchanged`]) {
        const { report } = await engine.imports.alerts(csv);
        assert.ok(report.includes(text), report.join('\n'));
      }
      const range = { desde: new Date(HISTORY_MS).toISOString(), hasta: new Date(END_MS).toISOString() };
      assert.equal((await walk(engine, '/v1/alertas', 'alertas', range, 40)).length, ALERTS);
      return `${ALERTS} alerts`;
    },
  },
  {
    name: 'GET /v1/exportaciones: an export is written and downloaded',
    run: async (engine) => {
      const request = { description: 'Turno', format: 'csv', level: '1h', fromMs: HISTORY_MS, toMs: END_MS } as const;
      const tagIds = [await tagId(engine)];
      const id = await queueExport(engine.database.pool, { ...request, keyId: engine.keyId, tagIds }, Date.now());
      for (const untilMs = Date.now() + 30_000; ; await sleep(100)) {
        const job = (await engine.get(`/v1/exportaciones/${id}`)) as {
          estado: string;
          descarga: string;
          filas: number;
        };
        if (job.estado === 'lista') {
          const text = await (await fetch(job.descarga)).text();
          assert.equal(text.trimEnd().split('\r\n').length, 1 + 48);
          assert.equal(job.filas, 48);
          break;
        }
        assert.ok(Date.now() < untilMs && job.estado !== 'fallida', `the export is ${job.estado}`);
      }
      const { exportaciones } = (await engine.get('/v1/exportaciones')) as { exportaciones: unknown[] };
      assert.equal(exportaciones.length, 1);
      return '';
    },
  },
  {
    name: 'GET /metrics: stored readings and size',
    run: async (engine) => {
      await engine.database.pool.query('ANALYZE');
      const answer = await fetch(`${engine.address}/metrics`, {
        headers: { authorization: `Bearer ${engine.operator}` },
      });
      const text = await answer.text();
      const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN);
      const [stored] = await engine.imports.query<{ n: number; last: number }>(
        'SELECT count(*) AS n, max(ts) AS last FROM reading'
      );
      const readings = metric('telemetry_store_readings');
      assert.ok(Math.abs(readings / (stored?.n ?? 0) - 1) < 0.1, `${readings} readings, ${stored?.n} stored`);
      assert.ok(metric('telemetry_store_size_bytes') > readings * 50, 'size of the database');
      assert.equal(metric('telemetry_store_newest_reading_timestamp_seconds') * 1000, stored?.last);
      return `${readings.toLocaleString('en')} readings`;
    },
  },
];

async function tagId({ database }: Engine): Promise<number> {
  return (await readTagIds(database.pool)).get(device)?.get(key) ?? Number.NaN;
}

/** All items of a list, page by page. */
async function walk<T>(
  engine: Engine,
  path: string,
  field: string,
  query: Readonly<Record<string, string>>,
  limit = LIMIT
): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await engine.get(path, { ...query, limite: limit, ...(cursor && { siguiente: cursor }) })) as Page &
      Readonly<Record<string, T[]>>;
    const some = page[field] ?? [];
    assert.ok(some.length === limit || page.siguiente === null, 'only the last page is short');
    items.push(...some);
    cursor = page.siguiente;
  }
  return items;
}
