import { createTheme, type DataFrame, getDisplayProcessor, ThresholdsMode } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import type { Device } from '../../core/inventory/device';
import type { LatestValue } from '../../core/latest/latestValue';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/window';
import type { TelemetryQuery } from '../kinds';
import { columns } from '../../testSupport/columns';
import { createFakeClock } from '../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { runQuery } from '../runQuery';

const NOW = createFakeClock().nowEpochMs();

const DEVICES: Device[] = [
  {
    code: 'P,"1"',
    name: 'Pump <1>',
    type: 'bomba',
    site: 'Getafe',
    area: 'Water',
    connection: 'en_linea',
    lastContactEpochMs: NOW - MINUTE_MS,
    tags: [
      { key: 'flow', name: 'Flow', unit: 'm³/h', type: 'medida' },
      { key: 'total', name: 'Total', unit: 'm³', type: 'contador' },
    ],
  },
  {
    code: 'X',
    name: 'X',
    type: '',
    site: '',
    area: '',
    connection: 'hibernando',
    lastContactEpochMs: undefined,
    tags: [],
  },
];

async function respond(
  query: object,
  behavior: Partial<ServerBehavior> = {},
  devices = DEVICES,
  values: LatestValue[] = []
) {
  const test = createTestClient({ ...EMPTY_DATA, devices, values }, behavior);
  const request = panelRequest({ fromEpochMs: NOW - 1, toEpochMs: NOW }, [
    { kind: 'devices', ...query } as Partial<TelemetryQuery>,
  ]);
  const response = await lastValueFrom(runQuery(request, dataSourceServices(test), (text) => [text]));
  const [frame] = response.data as DataFrame[];
  return { frame, errors: response.errors };
}

it.each<Partial<ServerBehavior>>([{}, { unsetTimes: 'absent', lastCursor: 'absent', maxPageRows: 1, emptyPages: 1 }])(
  'the kind alone is the inventory, a row per device',
  async (behavior) => {
    const { frame } = await respond({}, behavior);
    expect(columns(frame)).toEqual({
      name: ['Pump <1>', 'X'],
      code: ['P,"1"', 'X'],
      type: ['bomba', ''],
      site: ['Getafe', ''],
      area: ['Water', ''],
      connection: ['en_linea', 'hibernando'],
      lastContact: [NOW - MINUTE_MS, null],
      lastContactAge: [60, null],
      tags: [2, 0],
    });
  }
);

it('a contact by a clock that is ahead is no time ago', async () => {
  const devices = [{ ...DEVICES[0]!, lastContactEpochMs: NOW + MINUTE_MS }];
  const { frame } = await respond({}, {}, devices);
  expect(columns(frame)).toMatchObject({ lastContact: [NOW + MINUTE_MS], lastContactAge: [0] });
});

it('known connections have a word and a color; others are shown as they are', async () => {
  const { frame } = await respond({});
  const config = frame?.fields.find(({ name }) => name === 'connection')?.config;
  const options = config?.mappings?.[0]?.options as Record<string, { text: string; color: string }>;
  expect(options.en_linea).toMatchObject({ text: 'Online', color: '#2b7524' });
  expect(options.hibernando).toBeUndefined();
});

it('has a row per tag if the query says so', async () => {
  const { frame } = await respond({ perTag: true });
  expect(columns(frame)).toMatchObject({
    code: ['P,"1"', 'P,"1"'],
    tag: ['flow', 'total'],
    tagName: ['Flow', 'Total'],
    unit: ['m³/h', 'm³'],
    tagType: ['medida', 'contador'],
  });
});

it.each<[object, string[], number[]]>([
  [{ sites: ['Getafe'] }, ['P,"1"'], [2]],
  [{ tags: ['t*'] }, ['P,"1"'], [1]],
  [{ devices: ['X'] }, ['X'], [0]],
  [{ deviceTypes: ['bomba'], devices: ['X'] }, [], []],
])('%j filters the rows', async (filter, codes, tags) => {
  expect(columns((await respond(filter)).frame)).toMatchObject({ code: codes, tags });
});

it('a key that may not read the inventory is an error', async () => {
  const { errors } = await respond({}, { intercept: () => ({ kind: 'status', status: 403 }) });
  expect(errors).toEqual([
    { refId: 'A', message: expect.stringContaining('permission dispositivos:leer'), status: 403 },
  ]);
});

it('as count is how many devices are in each state, also in one that only the server knows', async () => {
  const { frame } = await respond({ format: 'count' });
  expect(columns(frame)).toEqual({ time: [NOW], online: [1], offline: [0], noData: [0], hibernando: [1] });
  expect(frame?.fields.map(({ config }) => config.displayNameFromDS)).toEqual([
    undefined,
    'Online',
    'Offline',
    'No data',
    'hibernando',
  ]);
});

it('a count follows the filter', async () => {
  const { frame } = await respond({ format: 'count', sites: ['Get*'] });
  expect(columns(frame)).toEqual({ time: [NOW], online: [1], offline: [0], noData: [0] });
});

it('a count of no devices has no values, because zeros would look healthy', async () => {
  const { frame, errors } = await respond({ format: 'count', sites: ['Tol*'] });
  expect(columns(frame)).toEqual({});
  expect([frame?.meta?.notices?.length, errors]).toEqual([1, undefined]);
});

it.each(['count', 'table'] as const)('a plant without devices is none in which all is well: %s', async (format) => {
  const { frame, errors } = await respond({ format }, {}, []);
  expect([frame?.length, errors]).toEqual([0, undefined]);
  expect(frame?.meta?.notices).toMatchObject([
    { severity: 'warning', text: expect.stringMatching(/lists no devices/) },
  ]);
});

describe('devices without contact for more than a week', () => {
  const SINCE = NOW - 300 * DAY_MS;
  const OLD = DEVICES.map((device) => ({ ...device, connection: 'sin_conexion', lastContactEpochMs: SINCE }));
  const value = (timeEpochMs: number) => ({ device: 'X', tag: 't', name: 'T', unit: '', value: 1, timeEpochMs });
  const offline = (frame: DataFrame | undefined) => frame?.fields.find(({ name }) => name === 'offline');

  it('are history in grey, if no reading is newer either', async () => {
    const { frame } = await respond({ format: 'count' }, {}, OLD, [value(SINCE - HOUR_MS)]);
    expect(offline(frame)).toMatchObject({
      values: [2],
      config: { displayNameFromDS: 'No live data since 2025-05-06 00:00:00', color: { fixedColor: '#6e6e6e' } },
    });
    const table = await respond({}, {}, OLD);
    const config = (name: string) => table.frame?.fields.find((field) => field.name === name)?.config;
    expect(config('connection')?.mappings?.[0]?.options).toMatchObject({ sin_conexion: { color: '#6e6e6e' } });
    expect(config('lastContactAge')?.color).toEqual({ mode: 'fixed', fixedColor: '#6e6e6e' });
  });

  it.each<[string, Partial<ServerBehavior>]>([
    ['readings arrive', {}],
    ['it is not known whether readings arrive', { intercept: ({ path }) => failValues(path) }],
  ])('are offline in red if %s', async (_, behavior) => {
    const { frame } = await respond({ format: 'count' }, behavior, OLD, [value(NOW)]);
    expect(offline(frame)?.config).toMatchObject({ displayNameFromDS: 'Offline' });
    expect(offline(frame)?.config.color).toBeUndefined();
  });

  const failValues = (path: string) => (path === 'v1/valores' ? ({ kind: 'status', status: 403 } as const) : undefined);
});

it('a connection that is missing, or a word that only the server knows, is grey and not the green of the lowest threshold', async () => {
  const { frame } = await respond({});
  const field = frame!.fields.find(({ name }) => name === 'connection')!;
  const thresholds = { mode: ThresholdsMode.Absolute, steps: [{ value: -Infinity, color: 'green' }] };
  const config = { ...field.config, color: { mode: 'thresholds', ...field.config.color }, thresholds };
  const display = getDisplayProcessor({ field: { ...field, config }, theme: createTheme() });
  expect(['', null, 'hibernando'].map((word) => display(word))).toMatchObject([
    { text: 'Unknown', color: '#6e6e6e' },
    { text: 'Unknown', color: '#6e6e6e' },
    { text: 'hibernando', color: '#6e6e6e' },
  ]);
});
