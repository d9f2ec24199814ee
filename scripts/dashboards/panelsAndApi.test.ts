import { defaultMaxListeners, setMaxListeners } from 'node:events';
import { type DataFrame, type Field, FieldType, reduceField } from '@grafana/data';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lastValueFrom } from 'rxjs';
import type { DataSourceServices } from '../../src/grafana/dataSourceServices.ts';
import { runQuery } from '../../src/kinds/runQuery.ts';
import { parseDuration } from '../../src/query/duration.ts';
import { panelRequest } from '../../src/testSupport/panelRequest.ts';
import { demoPlant, tagsOf } from '../../telemetry-api/demo/demoPlant.ts';
import { eachReading } from '../../telemetry-api/demo/plantModel.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../telemetry-api/durations.ts';
import { upsertAlerts } from '../../telemetry-api/store/alerts/alerts.ts';
import { queueExport } from '../../telemetry-api/store/exports/exports.ts';
import { listKeys } from '../../telemetry-api/store/keys/keys.ts';
import { writeReadings } from '../../telemetry-api/store/readings/readings.ts';
import { NOW_MS, startTestService, type TestService } from '../../telemetry-api/test/support/testService.ts';
import { connectDataSource } from './connectDataSource.ts';
import { dashboardFiles } from './dashboardFiles.ts';

/*
 * What the tiles and tables of the dashboards show is what the API answers: the data source runs their own queries against the service with
 * a part of the demo plant, and what the panel makes of the frames is compared with the lists of the API.
 */

const RANGES_MS = { '1 h': HOUR_MS, '45 d': 45 * DAY_MS };
const CODES = ['CMP-101', 'CMP-102', 'TAN-301', 'CMP-100'];
const NEVER_READ = ['CMP-101', 'presion_descarga'];
const SELECTED = ['CMP-101', 'CMP-102'];
/** They have readings at any distance; the tag that was never read is one of them. */
const TAGS = ['energia', 'estado', 'potencia', 'presion_descarga'];

interface Panel {
  readonly fieldConfig?: {
    readonly overrides: ReadonlyArray<{
      readonly matcher: { readonly id: string; readonly options: unknown };
      readonly properties: ReadonlyArray<{ readonly id: string; readonly value: unknown }>;
    }>;
  };
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly PanelTarget[];
  readonly options?: { readonly reduceOptions?: { readonly calcs: readonly string[]; readonly fields: string } };
}

/** A saved query, as far as the comparison depends on it. */
interface PanelTarget {
  readonly kind: string;
  readonly format?: string;
  readonly state?: string;
  readonly staleAfter?: string;
  readonly interval?: string;
  readonly rowPer?: string;
  readonly states?: readonly string[];
  readonly severities?: readonly string[];
  readonly devices?: readonly string[];
  readonly tags?: readonly string[];
}

interface Value {
  readonly dispositivo: string;
  readonly tag: string;
  readonly valor: number | null;
  readonly ts: string | null;
}

interface Alert {
  readonly regla: string;
  readonly dispositivo: string;
  readonly tag: string;
  readonly severidad: string;
  readonly inicio: string;
  readonly abiertaEn: string;
  readonly reconocidaEn: string | null;
  readonly fin: string | null;
}

interface Device {
  readonly codigo: string;
  readonly sede: string;
  readonly conexion: string;
  readonly ultimoContacto: string | null;
  readonly tags: ReadonlyArray<{ readonly clave: string; readonly tipo: string }>;
}

/** What the API answers, whatever the range. */
interface Api {
  readonly values: readonly Value[];
  readonly alerts: readonly Alert[];
  readonly devices: readonly Device[];
  readonly exports: ReadonlyArray<{ readonly id: string; readonly estado: string }>;
}

let service: TestService;
let services: DataSourceServices;
let api: Api;
let key: string;

// The requests of a panel listen to one abort signal, which is not a leak.
beforeAll(() => setMaxListeners(0));
afterAll(() => setMaxListeners(defaultMaxListeners));

beforeAll(async () => {
  const devices = demoPlant(Math.floor(NOW_MS / DAY_MS) * DAY_MS).filter(({ code }) => CODES.includes(code));
  service = await startTestService(devices);
  for (const { device, tag } of tagsOf(devices)) {
    if (device.code === NEVER_READ[0] && tag.key === NEVER_READ[1]) {
      continue;
    }
    const read: Array<{ epochMs: number; value: number }> = [];
    const add = (epochMs: number, value: number) => read.push({ epochMs, value });
    // Of one device, everything is older than the 45 days; of another one, the last reading is of the day before yesterday.
    const lastEpochMs = { 'CMP-102': NOW_MS - 50 * DAY_MS, 'TAN-301': NOW_MS - 33 * HOUR_MS }[device.code] ?? NOW_MS;
    // Between the full hours, at which ranges begin: buckets do not show which side of an edge a reading is on.
    const hours = Array.from({ length: 55 * 24 }, (_, hour) => NOW_MS - (hour + 6.5) * HOUR_MS).reverse();
    hours.filter((epochMs) => epochMs <= lastEpochMs).forEach((epochMs) => add(epochMs, tag.signal(epochMs)));
    if (lastEpochMs === NOW_MS) {
      eachReading(device, tag, NOW_MS - 6 * HOUR_MS + 1, NOW_MS - MINUTE_MS / 2, add);
    }
    const tagId = service.tagId(device.code, tag.key);
    const batch = {
      tagIds: read.map(() => tagId),
      tsEpochMs: read.map(({ epochMs }) => epochMs),
      values: read.map(({ value }) => value),
    };
    await writeReadings(service.pool, batch, { onConflict: 'keep' });
  }
  await upsertAlerts(service.pool, ALERTS.map(alertEntry));
  key = await service.key({ name: 'panels' });
  const keyId = (await listKeys(service.pool)).find(({ name }) => name === 'panels')!.id;
  await queueExport(
    service.pool,
    {
      ...{ keyId, description: 'CMP-101', format: 'csv', level: 'raw' },
      tagIds: [service.tagId('CMP-101', 'energia')],
      ...{ fromMs: NOW_MS - DAY_MS, toMs: NOW_MS },
    },
    NOW_MS
  );
  services = connectDataSource(service.address, key, NOW_MS);
  api = await readApi(key);
  // Panels wait for it by the real clock, and not long.
  await services.inventory.devices();
});

afterAll(() => service.close());

/** Of each severity, open and ended, opened in the last hour, days and weeks. */
const ALERTS = [
  ['CMP-101', 'energia', 'critical', 0.5, null, null],
  ['CMP-101', 'estado', 'critical', 5, 4, null],
  ['CMP-102', 'estado', 'warning', 30, null, 20],
  ['CMP-101', 'potencia', 'warning', 10 * 24, 9 * 24, 8 * 24],
  ['TAN-301', 'nivel', 'info', 60 * 24, 59.5 * 24, 59 * 24],
  ['CMP-101', 'energia', 'info', 300 * 24, null, 299 * 24],
] as const;

function alertEntry([device, tag, severity, hoursAgo, acknowledged, ended]: (typeof ALERTS)[number], index: number) {
  const at = (hours: number | null) => (hours === null ? null : NOW_MS - hours * HOUR_MS);
  return {
    id: `00000000-0000-4000-8000-00000000000${index + 1}`,
    tagId: service.tagId(device, tag),
    ...{ rule: 'Regla', severity, startValue: 1, peakValue: 2 },
    startedMs: NOW_MS - hoursAgo * HOUR_MS,
    openedMs: NOW_MS - hoursAgo * HOUR_MS,
    acknowledgedMs: at(acknowledged),
    endedMs: at(ended),
  };
}

/** All pages of a list of the API. */
async function list<Item>(
  path: string,
  key: string,
  query: Readonly<Record<string, string>>,
  secret: string
): Promise<Item[]> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
    const { status, body } = await service.get(path, { ...query, ...(cursor !== '' && { siguiente: cursor }) }, secret);
    expect(status).toBe(200);
    const page = body as Readonly<Record<string, unknown>>;
    items.push(...(page[key] as Item[]));
    cursor = page.siguiente as string | null | undefined;
  }
  return items;
}

async function readApi(secret: string): Promise<Api> {
  const always = { desde: new Date(NOW_MS - 3650 * DAY_MS).toISOString(), hasta: new Date(NOW_MS + 1).toISOString() };
  return {
    values: await list('/v1/valores', 'valores', {}, secret),
    alerts: await list('/v1/alertas', 'alertas', { estado: 'todas', ...always }, secret),
    devices: await list('/v1/dispositivos', 'dispositivos', {}, secret),
    exports: await list('/v1/exportaciones', 'exportaciones', {}, secret),
  };
}

/** The values of the variables of all dashboards; those of conditions are only of panels that are not compared. */
function variables(tag: string): Readonly<Record<string, readonly string[]>> {
  return {
    site: [...new Set(api.devices.map(({ sede }) => sede))],
    device: SELECTED,
    tag: [tag],
    counter: ['energia'],
    severity: [...new Set(api.alerts.map(({ severidad }) => severidad))],
    lateAfter: ['15m'],
    silentAfter: ['1d'],
    operators: ['1'],
    at: ['rangeEnd'],
  };
}

/** The plant at an instant: what the API lists now, or would have listed then. */
interface Plant {
  readonly api: Pick<Api, 'alerts' | 'values'>;
  readonly atMs: number;
}

/** What the API's own records say of an earlier instant: the last readings before it, and the alerts that had been opened and not ended. */
async function plantAt(atMs: number, secret: string): Promise<Plant> {
  const before = (iso: string | null) => iso !== null && Date.parse(iso) < atMs;
  const values = await Promise.all(
    api.values.map(async ({ dispositivo, tag }): Promise<Value> => {
      const window = { desde: new Date(NOW_MS - 60 * DAY_MS).toISOString(), hasta: new Date(atMs).toISOString() };
      const readings = await list<{ ts: string; valor: number }>(
        '/v1/lecturas',
        'datos',
        { ...{ dispositivo, tag, intervalo: 'crudo', limite: '5000' }, ...window },
        secret
      );
      return { dispositivo, tag, valor: readings.at(-1)?.valor ?? null, ts: readings.at(-1)?.ts ?? null };
    })
  );
  const alerts = api.alerts.filter(({ abiertaEn }) => before(abiertaEn));
  return {
    atMs,
    api: {
      values: values.filter(({ ts }) => ts !== null),
      alerts: alerts.map((alert) => ({ ...alert, fin: before(alert.fin) ? alert.fin : null })),
    },
  };
}

interface Shown {
  readonly frames: readonly DataFrame[];
  readonly panel: Panel;
}

async function show(panel: Panel, fromEpochMs: number, toEpochMs: number, tag: string): Promise<Shown> {
  const known = variables(tag);
  const interpolate = (text: string) => [...(known[text.slice(1)] ?? [text])];
  const request = panelRequest({ fromEpochMs, toEpochMs }, (panel.targets ?? []) as never, {
    panelPluginId: panel.type,
    maxDataPoints: 700,
  });
  // A pending export would be followed until it is ready.
  const answered = { ...services, canFollow: panel.targets!.every(({ kind }) => kind !== 'exports') };
  const { data, errors = [] } = await lastValueFrom(runQuery(request, answered, interpolate));
  expect(errors).toEqual([]);
  return { frames: data as DataFrame[], panel };
}

/** The values of a stat panel, by the given name of a field. */
function reduced({ frames, panel }: Shown, nameOf: (field: Field) => string): Record<string, number | null> {
  const { calcs, fields } = panel.options!.reduceOptions!;
  const [calc] = calcs;
  const pattern = fields === '' ? undefined : new RegExp(fields.slice(1, -1));
  const shown = frames.flatMap((frame) =>
    frame.fields.filter(({ type, name, config }) =>
      pattern === undefined
        ? type === FieldType.number
        : pattern.test(displayNameIn(panel, name) ?? config.displayNameFromDS ?? name)
    )
  );
  return Object.fromEntries(
    shown.map((field) => {
      const value = reduceField({ field, reducers: [calc!] })[calc!] as number | null | undefined;
      return [nameOf(field), Number.isNaN(value) ? null : (value ?? null)];
    })
  );
}

/** The name that a panel gives a field. */
function displayNameIn({ fieldConfig }: Panel, name: string): string | undefined {
  const named = fieldConfig?.overrides
    .filter(({ matcher }) => matcher.id === 'byName' && matcher.options === name)
    .flatMap(({ properties }) => properties.filter(({ id }) => id === 'displayName'));
  return named?.at(-1)?.value as string | undefined;
}

const fieldName = ({ name }: Field) => name;
const seriesName = ({ labels = {} }: Field) => `${labels.device} ${labels.tag}`;

/** The rows of a table, as texts of some of their columns. */
function rows({ frames }: Shown, columns: readonly string[]): string[] {
  const [frame] = frames;
  if (frame?.fields[0]?.name === 'none') {
    return [];
  }
  const fields = columns.map((name) => frame!.fields.find((field) => field.name === name)!.values as unknown[]);
  return Array.from({ length: frame!.length }, (_, row) => JSON.stringify(fields.map((values) => values[row] ?? null)));
}

/** The values of a column. */
function columnOf({ frames: [frame] }: Shown, name: string): unknown[] {
  return frame!.fields.find((field) => field.name === name)!.values;
}

const time = (text: string | null) => (text === null ? null : Date.parse(text));
const row = (...cells: unknown[]) => JSON.stringify(cells);

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  items.forEach((item) => (counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1));
  return counts;
}

const SEVERITIES: Readonly<Record<string, string>> = { critica: 'critical', advertencia: 'warning', info: 'info' };
const CONNECTIONS: Readonly<Record<string, string>> = {
  en_linea: 'online',
  sin_conexion: 'offline',
  sin_datos: 'noData',
};

/** True for what a target selects of devices and tags. */
function selects({ devices, tags }: PanelTarget, tag: string) {
  return (item: { readonly dispositivo: string; readonly tag?: string }) =>
    (devices === undefined || SELECTED.includes(item.dispositivo)) &&
    (tags === undefined || tags.includes('*') || item.tag === (tags.includes('$counter') ? 'energia' : tag));
}

/** Compares a panel with the API. A panel of a meaning that is not known here fails. */
async function compare(panel: Panel, fromEpochMs: number, tag: string, plant: Plant): Promise<void> {
  const { atMs } = plant;
  const [target] = panel.targets!;
  const { kind, format = 'auto', state } = target!;
  const shown = await show(panel, fromEpochMs, atMs, tag);
  const isSelected = selects(target!, tag);
  // A tile has the last value of a course, which is taken for the latest one.
  const meaning = `${panel.type} ${kind} ${kind === 'history' ? 'latest' : format}`;
  const alerts = plant.api.alerts.filter(
    (alert) =>
      isSelected(alert) &&
      (state === 'open'
        ? alert.fin === null
        : Date.parse(alert.inicio) < atMs && (time(alert.fin) ?? Infinity) > fromEpochMs)
  );
  const isOpened = ({ abiertaEn }: (typeof alerts)[number]) => Date.parse(abiertaEn) >= fromEpochMs;
  const isUnattended = (alert: (typeof alerts)[number]) => alert.fin !== null && !alert.reconocidaEn;
  const values = plant.api.values.filter(isSelected);
  switch (meaning) {
    case 'stat alerts count':
      expect(reduced(shown, fieldName)).toEqual({
        ...{ critical: 0, warning: 0, info: 0 },
        ...countBy(alerts, ({ severidad }) => SEVERITIES[severidad]!),
      });
      return;
    case 'table alerts auto':
      expect(rows(shown, ['deviceCode', 'tag', 'start', 'end']).sort()).toEqual(
        alerts.map((alert) => row(alert.dispositivo, alert.tag, time(alert.inicio), time(alert.fin))).sort()
      );
      return;
    case 'table alerts devices': {
      const counts = Object.entries(countBy(alerts, ({ dispositivo }) => dispositivo));
      expect(rows(shown, ['deviceCode', 'alerts']).sort()).toEqual(counts.map((count) => row(...count)).sort());
      return;
    }
    case 'table alerts rules': {
      const ofRules = new Map(alerts.map(({ regla }) => [regla, alerts.filter((alert) => alert.regla === regla)]));
      expect(rows(shown, ['rule', 'alerts', 'devices', 'unattended']).sort()).toEqual(
        [...ofRules]
          .map(([rule, own]) =>
            row(
              rule,
              own.length,
              new Set(own.map(({ dispositivo }) => dispositivo)).size,
              own.filter(isUnattended).length
            )
          )
          .sort()
      );
      return;
    }
    case 'table alerts performance': {
      const opened = alerts.filter(isOpened);
      const shownAlerts =
        target!.rowPer === undefined
          ? Number(columnOf(shown, 'value')[0])
          : (columnOf(shown, 'opened') as number[]).reduce((sum, count) => sum + count, 0);
      expect(shownAlerts).toBe(opened.length);
      if (target!.rowPer === 'alarm') {
        const counts = countBy(opened, ({ regla, dispositivo, tag: key }) => row(regla, dispositivo, key));
        const withAlerts = rows(shown, ['rule', 'deviceCode', 'tag', 'opened']).filter((text) => !text.endsWith(',0]'));
        expect(withAlerts.sort()).toEqual(
          Object.entries(counts)
            .map(([key, count]) => row(...(JSON.parse(key) as string[]), count))
            .sort()
        );
      }
      return;
    }
    case 'stat alerts performance': {
      const { opened, unattended, ...times } = reduced(shown, fieldName);
      if (opened !== undefined) {
        const own = alerts.filter(isOpened);
        expect([opened, unattended]).toEqual([own.length, own.filter(isUnattended).length]);
      }
      for (const [name, shownS] of Object.entries(times)) {
        const end = name.endsWith('ToEnd') ? 'fin' : 'reconocidaEn';
        const durationsS = alerts
          .filter((alert) => isOpened(alert) && alert[end] !== null)
          .map((alert) => (Date.parse(alert[end]!) - Date.parse(alert.abiertaEn)) / 1000)
          .sort((a, b) => a - b);
        const place = (durationsS.length - 1) * (name.startsWith('median') ? 0.5 : 0.9);
        const [below, above] = [durationsS[Math.floor(place)]!, durationsS[Math.ceil(place)]!];
        expect(shownS).toBe(durationsS.length === 0 ? null : below + (above - below) * (place % 1));
      }
      return;
    }
    case 'table alerts floods': {
      const times = alerts.map(({ abiertaEn }) => Date.parse(abiertaEn)).sort((a, b) => a - b);
      const hasFlood = times.some((at, index) => index >= 10 && at - times[index - 10]! < 600_000);
      expect(rows(shown, ['start']).length > 0).toBe(hasFlood);
      return;
    }
    case 'stat devices count':
      expect(reduced(shown, fieldName)).toEqual({
        ...{ online: 0, offline: 0, noData: 0 },
        ...countBy(api.devices, ({ conexion }) => CONNECTIONS[conexion]!),
      });
      return;
    case 'table devices auto':
    case 'stat devices auto': {
      const devices = api.devices.filter(({ codigo }) => isSelected({ dispositivo: codigo }));
      expect(rows(shown, ['code', 'lastContact', 'tags']).sort()).toEqual(
        devices.map(({ codigo, ultimoContacto, tags }) => row(codigo, time(ultimoContacto), tags.length)).sort()
      );
      return;
    }
    case 'stat latest count': {
      const staleAfterMs = parseDuration(variables(tag)[target!.staleAfter!.slice(1)]?.[0] ?? target!.staleAfter!)!;
      const devices = api.devices.filter(({ codigo }) => isSelected({ dispositivo: codigo }));
      const read = values.filter(({ ts }) => ts !== null);
      const stale = read.filter(({ ts }) => atMs - Date.parse(ts!) > staleAfterMs).length;
      const all = devices.reduce((sum, { tags }) => sum + tags.length, 0);
      const { fresh = read.length - stale, ...others } = reduced(shown, fieldName);
      expect({ fresh, ...others }).toEqual({ fresh: read.length - stale, stale, none: all - read.length });
      return;
    }
    case 'table latest table':
      expect(
        rows(shown, ['deviceCode', 'tag', 'value', 'time'])
          .filter((text) => !text.endsWith('null,null]'))
          .sort()
      ).toEqual(values.map((value) => row(value.dispositivo, value.tag, value.valor, time(value.ts))).sort());
      return;
    case 'stat latest series':
    case 'stat history latest': {
      const known = Object.entries(reduced(shown, seriesName)).filter(([, value]) => value !== null);
      const expected = values.map(({ dispositivo, tag: key, valor }) => [`${dispositivo} ${key}`, valor]);
      expect(Object.fromEntries(known)).toEqual(Object.fromEntries(expected));
      expect(known.length).toBe(expected.length);
      return;
    }
    case 'table exports auto':
      expect(rows(shown, ['id']).sort()).toEqual(
        api.exports
          .filter(({ estado }) => target!.states?.includes(estado) ?? true)
          .map(({ id }) => row(id))
          .sort()
      );
      return;
    default:
      throw new Error(`It is not known here what “${panel.title}” means: ${meaning}`);
  }
}

/** Courses, their statistics and durations are compared with the readings by the tests of their kinds. */
const isCompared = ({ type, targets = [] }: Panel) =>
  ['stat', 'table'].includes(type) &&
  targets.length > 0 &&
  targets.every(
    ({ kind, format, interval }) =>
      kind !== 'periods' &&
      kind !== 'runs' &&
      (kind !== 'history' || (format !== 'table' && interval !== 'range')) &&
      (kind !== 'alerts' || type !== 'stat' || format !== 'table')
  );

/** Those of the dashboard for visitors have no variables. */
const PANELS = [...dashboardFiles()]
  .filter(([file]) => file.includes('/en/'))
  .flatMap(([file, dashboard]) =>
    (JSON.parse(JSON.stringify(dashboard.panels)) as Panel[])
      .filter(isCompared)
      .map((panel) => [`${file.replace(/^.*\/|\.json$/g, '')}: ${panel.title}`, panel] as const)
  );

describe.each(Object.entries(RANGES_MS))('over %s', (_, rangeMs) => {
  test.each(PANELS)('%s', async (__, panel) => {
    const usesTag = JSON.stringify(panel.targets).includes('$tag');
    for (const tag of usesTag ? TAGS : ['energia']) {
      await compare(panel, NOW_MS - rangeMs, tag, { api, atMs: NOW_MS });
    }
  });
});

/** Half a minute after a reading, between two, and where one device has had no reading for days. */
const EARLIER_MS = [5.49 * HOUR_MS, 31 * HOUR_MS, 9 * DAY_MS, 51 * DAY_MS];
const WITH_SWITCH = PANELS.filter(([, { targets }]) => JSON.stringify(targets).includes('$at'));

describe.each(EARLIER_MS)('as it was %d ms ago', (agoMs) => {
  test.each(WITH_SWITCH)('%s', async (_, panel) => {
    await compare(panel, NOW_MS - agoMs - HOUR_MS, 'energia', await plantAt(NOW_MS - agoMs, key));
  });
});

test('the overview has a switch for each panel of values and open alerts', () => {
  expect(WITH_SWITCH.map(([name]) => name)).toEqual([
    'plant-overview: Open alerts',
    'plant-overview: Tags not recently read',
    'plant-overview: List of open alerts',
    'plant-overview: Latest values',
    'plant-overview: Open alerts of the device',
  ]);
});

test('every panel that is called latest is compared', () => {
  const titles = PANELS.map(([name]) => name);
  expect(titles.filter((name) => /latest/i.test(name))).toEqual([
    'plant-overview: Latest values',
    'plant-tag: Latest value',
    'plant-compare: Latest values',
  ]);
});
