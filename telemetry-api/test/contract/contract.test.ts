import { LevelGrid } from '../../../src/core/history/levelGrid';
import type { ApiClient } from '../../../src/core/api/apiClient';
import { AlertSource } from '../../../src/core/alerts/alertSource';
import { createRequestDeduper } from '../../../src/core/concurrency/requestDeduper';
import type { HistorySource } from '../../../src/core/history/fetch/historySource';
import { fetchHistoryPage } from '../../../src/core/history/historyPage';
import { loadSeries } from '../../../src/core/history/series/loadSeries';
import { planHistory, type PlanRequest } from '../../../src/core/history/plan/planHistory';
import { OPERATIONS } from '../../../src/core/api/operations';
import { decodeExport } from '../../../src/core/exports/dataExport';
import { ALWAYS_VISIBLE, watchExports } from '../../../src/core/exports/watchExports';
import { LatestSource } from '../../../src/core/latest/latestSource';
import { Inventory } from '../../../src/core/inventory/inventory';
import { systemClock } from '../../../src/core/time/clock';
import { upsertAlerts } from '../../store/alerts/alerts.ts';
import { writeReadings } from '../../store/readings/readings.ts';
import { startTestExports } from '../support/testExports.ts';
import { NOW_MS, startTestService, testDevice, type TestService } from '../support/testService.ts';
import { context, contractClient, contractHistory } from './contractClient';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** One reading every ten seconds over 40 hours: 14,400 of them, three pages. */
const READINGS = 14_400;
const FROM = NOW_MS - READINGS * 10 * SECOND;

/** A sawtooth with one spike: its extremes and sums are known without the code under test. */
const valueAt = (index: number) => (index === 7_321 ? 999 : (index % 360) / 4);

let service: TestService;

beforeAll(async () => {
  service = await startTestService([testDevice('CMP-1'), testDevice('CMP-2', { siteCode: 'sur' })]);
  const indices = Array.from({ length: READINGS }, (_, index) => index);
  await writeReadings(
    service.pool,
    {
      tagIds: indices.map(() => service.tagId('CMP-1', 'temperatura')),
      tsEpochMs: indices.map((index) => FROM + index * 10 * SECOND),
      values: indices.map(valueAt),
    },
    { onConflict: 'keep' }
  );
  const alert = {
    tagId: service.tagId('CMP-1', 'temperatura'),
    rule: 'Temperatura alta',
    severity: 'critical',
    startValue: 90,
    peakValue: 999,
  } as const;
  await upsertAlerts(service.pool, [
    {
      ...alert,
      id: '00000000-0000-4000-8000-000000000001',
      startedMs: FROM + HOUR,
      openedMs: FROM + HOUR + MINUTE,
      acknowledgedMs: null,
      endedMs: FROM + 3 * HOUR,
    },
    {
      ...alert,
      id: '00000000-0000-4000-8000-000000000002',
      startedMs: FROM - 40 * 24 * HOUR,
      openedMs: FROM - 40 * 24 * HOUR,
      acknowledgedMs: FROM - 39 * 24 * HOUR,
      endedMs: null,
    },
  ]);
});

afterAll(() => service.close());

const client = (secret: string, address = service.address): ApiClient => contractClient(address, secret);

/** The plugin's history source with that client and an empty cache. */
const historySource = (secret: string): HistorySource => contractHistory(client(secret));

const SERIES = { device: 'CMP-1', tag: 'temperatura' };
const REQUEST: PlanRequest = {
  window: { fromEpochMs: FROM, toEpochMs: NOW_MS },
  points: 1000,
  minStepMs: 0,
  interval: { kind: 'auto' },
  zone: 'America/Monterrey',
  offsetMs: 0,
  grid: new LevelGrid('UTC'),
  maxRows: 500_000,
  maxAutoRawRows: 50_000,
  prefersReadings: false,
  withIncrease: false,
};

async function load(interval: PlanRequest['interval']) {
  const plan = planHistory({ ...REQUEST, interval });
  if (plan.kind === 'rejected') {
    throw new Error('The plan was rejected.');
  }
  return loadSeries(historySource(await service.key()).forSeries(SERIES, context), plan);
}

it('follows cursors over every page of raw readings without gaps or duplicates', async () => {
  const { rows, unit, name, fetched } = await load({ kind: 'level', level: 'raw' });
  expect([name, unit]).toEqual(['Temperatura', '°C']);
  expect(rows.timeEpochMs).toEqual(Float64Array.from({ length: READINGS }, (_, index) => FROM + index * 10 * SECOND));
  expect(rows.avg).toEqual(Float64Array.from({ length: READINGS }, (_, index) => valueAt(index)));
  expect(fetched.missing).toEqual([]);
});

it('lists only the devices of the key', async () => {
  const north = await service.key({ siteCodes: ['norte'] });
  const devices = await new Inventory(client(north), systemClock).devices();
  expect(devices.map(({ code, site }) => [code, site])).toEqual([['CMP-1', 'Planta norte']]);
  expect(devices[0]?.tags.map(({ key, unit }) => [key, unit])).toEqual(
    expect.arrayContaining([
      ['temperatura', '°C'],
      ['presion', 'bar'],
    ])
  );
});

it('finds an alert that ended in the window and one that has been open for weeks', async () => {
  const clock = { ...systemClock, nowEpochMs: () => NOW_MS };
  const source = new AlertSource(client(await service.key()), createRequestDeduper(), clock, 7 * 24 * HOUR);
  const { alerts } = await source.around({ window: REQUEST.window, state: 'all' }, context);
  expect(alerts.map(({ rule, endEpochMs, acknowledgedEpochMs }) => [rule, endEpochMs, acknowledgedEpochMs])).toEqual([
    ['Temperatura alta', undefined, FROM - 39 * 24 * HOUR],
    ['Temperatura alta', FROM + 3 * HOUR, undefined],
  ]);
});

it('lists the latest value of each tag that has readings, of all devices or of one', async () => {
  const latest = latestSource(await service.key());
  const expected = {
    device: 'CMP-1',
    tag: 'temperatura',
    name: 'Temperatura',
    unit: '°C',
    value: valueAt(READINGS - 1),
    timeEpochMs: FROM + (READINGS - 1) * 10 * SECOND,
  };
  expect(await latest.all(context)).toEqual([expected]);
  expect(await latest.ofDevice('CMP-1', context)).toEqual([expected]);
  expect(await latest.ofDevice('CMP-2', context)).toEqual([]);
});

it('follows an export until its file can be downloaded, in the list and by its id', async () => {
  const exporter = await startTestExports();
  try {
    const id = await exporter.queue({ format: 'csv' });
    exporter.start();
    const options = {
      client: client(exporter.secret, exporter.address),
      dedupe: createRequestDeduper(),
      clock: systemClock,
      visibility: ALWAYS_VISIBLE,
    };
    const seen = await collect(watchExports(options, context));
    const [ready] = seen.at(-1)!;
    expect(ready).toMatchObject({
      id,
      type: 'lecturas',
      format: 'csv',
      state: 'lista',
      progressPercent: 100,
      error: '',
    });
    const file = await fetch(ready!.downloadUrl!);
    expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, ready!.sizeBytes]);
    expect(await options.client.get(OPERATIONS.export, { id }, decodeExport, context)).toEqual(ready);
  } finally {
    await exporter.close();
  }
});

function latestSource(secret: string): LatestSource {
  return new LatestSource(client(secret), createRequestDeduper(), systemClock);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}

it.each([
  ['an unknown key', () => Promise.resolve('tii_live_nobody'), 'unauthorized'],
  ['a key without the permission', () => service.key({ permissions: ['alertas:leer'] }), 'forbidden'],
  ['a key of another site', () => service.key({ siteCodes: ['sur'] }), 'notFound'],
])('reports the kind of error for %s', async (_what, makeKey, kind) => {
  const page = { ...SERIES, level: '1h', fromEpochMs: FROM, toEpochMs: NOW_MS, limit: 10, cursor: undefined } as const;
  await expect(fetchHistoryPage(client(await makeKey()), page, context)).rejects.toMatchObject({ kind });
});
