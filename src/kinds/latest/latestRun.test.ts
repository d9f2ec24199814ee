import type { DataFrame, Threshold } from '@grafana/data';
import type { Device } from '../../core/inventory/device';
import type { LatestValue } from '../../core/latest/latestValue';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/time/window';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import type { TelemetryQuery } from '../kinds';
import { columns } from '../../testSupport/columns';
import { createFakeClock } from '../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { lastValueFrom } from 'rxjs';
import { runQuery } from '../runQuery';

const NOW = createFakeClock().nowEpochMs();
const WINDOW = { fromEpochMs: NOW - 6 * HOUR_MS, toEpochMs: NOW };

function device(code: string, name: string, site: string): Device {
  const tags = ['flow', 'pressure'].map((key) => ({ key, name: `The ${key}`, unit: 'bar', type: '' }));
  return { code, name, type: 'pump', site, area: 'Water', connection: '', lastContactEpochMs: undefined, tags };
}

function value(deviceCode: string, tag: string, change: Partial<LatestValue>): LatestValue {
  return { device: deviceCode, tag, name: `The ${tag}`, unit: 'bar', value: 1, timeEpochMs: NOW, ...change };
}

const DATA = {
  ...EMPTY_DATA,
  devices: [device('P2', 'Pump 2', 'Getafe'), device('P10', 'Pump 10', 'Getafe')],
  values: [
    value('P10', 'flow', { value: 10, timeEpochMs: NOW - 20 * MINUTE_MS }),
    value('P2', 'pressure', { value: undefined, timeEpochMs: undefined }),
    value('P2', 'flow', { value: 2, timeEpochMs: NOW - MINUTE_MS }),
    value('"A",$x<b>', 'flow', { value: 3, unit: 'm³' }),
  ],
};

async function respond(
  query: object,
  panelPluginId: string | undefined,
  behavior: Partial<ServerBehavior> = {},
  data = DATA,
  settings: TelemetrySettings = {}
): Promise<{ frames: DataFrame[]; errors: unknown; requests: number }> {
  const test = createTestClient(data, behavior);
  const target = { kind: 'latest', ...query } as Partial<TelemetryQuery>;
  const request = panelRequest(WINDOW, [target], { panelPluginId });
  const response = await lastValueFrom(runQuery(request, dataSourceServices(test, settings), (text) => [text]));
  const requests = test.server.requests.filter(({ path }) => path === 'v1/valores').length;
  return { frames: response.data as DataFrame[], errors: response.errors, requests };
}

it.each(['table', undefined])(
  'in %s, the kind alone is a table with a row per tag, also for a tag that the server leaves out',
  async (panelPluginId) => {
    const { frames } = await respond({}, panelPluginId);
    expect(frames).toHaveLength(1);
    expect(columns(frames[0])).toEqual({
      device: ['"A",$x<b>', 'Pump 2', 'Pump 2', 'Pump 10', 'Pump 10'],
      name: ['The flow', 'The flow', 'The pressure', 'The flow', 'The pressure'],
      value: [3, 2, null, 10, null],
      unit: ['m³', 'bar', 'bar', 'bar', 'bar'],
      time: [NOW, NOW - MINUTE_MS, null, NOW - 20 * MINUTE_MS, null],
      age: [0, 60, null, 1200, null],
      freshness: ['fresh', 'fresh', 'none', 'stale', 'none'],
      site: ['', 'Getafe', 'Getafe', 'Getafe', 'Getafe'],
      area: ['', 'Water', 'Water', 'Water', 'Water'],
      deviceCode: ['"A",$x<b>', 'P2', 'P2', 'P10', 'P10'],
      tag: ['flow', 'flow', 'pressure', 'flow', 'pressure'],
    });
  }
);

describe('names of states and limits', () => {
  const STATE = 'State (0 off, 1 on)';
  const STATES = {
    ...DATA,
    values: [
      value('P2', 'flow', { value: 9 }),
      value('P2', 'state', { name: STATE, unit: '' }),
      value('P10', 'state', { name: STATE, unit: '', value: 0 }),
      value('P10', 'pressure', { value: undefined, timeEpochMs: undefined }),
    ],
    devices: [],
  };
  const SETTINGS: TelemetrySettings = {
    tags: [{ deviceType: '', tag: '/flow|pressure/', states: [], limits: { low: 3, high: 8 } }],
  };
  const show = async (query: object, panelPluginId: string) =>
    (await respond(query, panelPluginId, {}, STATES, SETTINGS)).frames;

  it('are columns of a table of different tags', async () => {
    const [frame] = await show({}, 'table');
    const { tag, value: values, state, limit } = columns(frame);
    const rows = tag!.map((key, row) => [key, values![row], state![row], limit![row]]);
    expect(rows.sort()).toEqual([
      ['flow', 9, null, 'high'],
      ['pressure', null, null, 'unknown'],
      ['state', 0, 'off', null],
      ['state', 1, 'on', null],
    ]);
    expect(frame?.fields.find(({ name }) => name === 'limit')?.config.mappings?.[0]?.options).toMatchObject({
      high: { text: 'High', color: '#a85100' },
    });
  });

  it('are not those in the name of a measure with a unit, which keeps its number and its name', async () => {
    const name = 'Water temperature (1 inlet, 2 outlet)';
    const data = { ...STATES, values: [value('P2', 'temp', { name, unit: '°C', value: 1 })] };
    const [frame] = (await respond({}, 'table', {}, data, SETTINGS)).frames;
    expect(columns(frame)).toMatchObject({ name: [name], value: [1] });
    const field = frame?.fields.find((each) => each.name === 'value');
    expect([field?.config.unit, field?.config.mappings]).toEqual(['celsius', undefined]);
  });

  it('of tags with the same states are shown in place of the value', async () => {
    const [frame] = await show({ tags: ['state'] }, 'table');
    const field = frame?.fields.find(({ name }) => name === 'value');
    expect(field?.config.mappings?.[0]?.options).toMatchObject({ 0: { text: 'off' }, 1: { text: 'on' } });
    expect(columns(frame)).not.toHaveProperty('state');
    expect(columns(frame)).not.toHaveProperty('limit');
  });

  it('are mappings and thresholds of single values', async () => {
    const configs = Object.fromEntries(
      (await show({ legend: '{{code}} {{tag}}' }, 'stat')).map(({ name, fields }) => [name, fields[1]?.config])
    );
    expect(configs['P2 state']?.mappings?.[0]?.options).toMatchObject({ 1: { text: 'on' } });
    expect(configs['P2 state']?.thresholds).toBeUndefined();
    expect(configs['P2 flow']?.thresholds?.steps.map((step: Threshold) => step.color)).toEqual([
      'orange',
      'green',
      'orange',
    ]);
    // A tile without a value would have the color below the lowest threshold.
    expect(configs['P10 pressure']?.thresholds).toBeUndefined();
  });

  it('limits are not shown if the query says so, and no age has them', async () => {
    const [table] = await show({ limits: 'off' }, 'table');
    expect(columns(table)).not.toHaveProperty('limit');
    const frames = [...(await show({ limits: 'off' }, 'stat')), ...(await show({ format: 'age' }, 'stat'))];
    expect(frames).toHaveLength(8);
    expect(frames.filter(({ fields }) => fields[1]?.config.thresholds !== undefined)).toEqual([]);
    const ages = frames.slice(4).filter(({ fields }) => fields[1]?.config.mappings !== undefined);
    expect(ages).toEqual([]);
  });
});

it.each(['stat', 'gauge', 'bargauge'])(
  'in %s it is one value per tag, with its name and unit',
  async (panelPluginId) => {
    const { frames } = await respond({ devices: ['P2', 'P10'], staleAfter: '10m' }, panelPluginId);
    const shown = frames.map(({ fields }) => {
      const numbers = fields.filter(({ type }) => type === 'number');
      return numbers.map(({ config, values }) => [config.displayNameFromDS, config.unit, values]);
    });
    expect(shown).toEqual([
      [['Pump 2 · The flow', 'pressurebar', [2]]],
      [['Pump 2 · The pressure', 'pressurebar', [null]]],
      [['Pump 10 · The flow', 'pressurebar', [10]]],
    ]);
    expect(frames[0]?.meta?.notices?.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Stale values: Pump 10 · The flow \(2026-03-01 23:40:00\)\.$/),
    ]);
  }
);

it('the format of the query wins over the visualization', async () => {
  expect((await respond({ format: 'table' }, 'stat')).frames).toHaveLength(1);
  expect((await respond({ format: 'series' }, 'table')).frames).toHaveLength(4);
});

it('shows as many values one by one as the query allows, and reports the others', async () => {
  const { frames } = await respond({ maxSeries: 2 }, 'stat');
  expect(frames).toHaveLength(2);
  expect(frames[0]?.meta?.notices?.[0]?.text).toContain('Showing the first 2 of 4 values');
});

it('a legend template names the values; equal names get suffixes', async () => {
  const { frames } = await respond({ devices: ['P*'], legend: '{{name}}' }, 'stat');
  expect(frames.map(({ name }) => name)).toEqual(['The flow (P2)', 'The pressure', 'The flow (P10)']);
});

it.each([{ deviceTypes: ['none*'] }, { sites: ['Tol*'] }, { tags: ['/^x/'] }])(
  'a pattern that nothing passes gives an empty table with a notice: %j',
  async (filter) => {
    const { frames, errors } = await respond(filter, 'table');
    expect([frames[0]?.length, errors]).toEqual([0, undefined]);
    expect(frames[0]?.meta?.notices).toHaveLength(1);
    expect((await respond(filter, 'stat')).frames.map(({ length }) => length)).toEqual([0]);
  }
);

it('shows codes as names when the key may not read the inventory', async () => {
  const { frames } = await respond({}, 'table', {
    intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
  });
  expect(columns(frames[0]).device).toEqual(['"A",$x<b>', 'P2', 'P2', 'P10']);
});

it.each([
  [403, 'info', /^Tags without readings may be missing\. The API key lacks the permission dispositivos:leer/],
  [500, 'error', /^Tags without readings may be missing\. The server failed \(status 500\)/],
])('says what a list of all tags lacks without the inventory, status %d', async (status, severity, text) => {
  const withoutInventory: Partial<ServerBehavior> = {
    intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status } : undefined),
  };
  for (const query of [{ format: 'table' }, { format: 'count' }]) {
    const { frames } = await respond(query, 'table', withoutInventory);
    expect(frames[0]?.meta?.notices).toEqual([{ severity, text: expect.stringMatching(text) }]);
  }
  const { frames } = await respond({ format: 'series', staleAfter: '1d' }, 'stat', withoutInventory);
  expect(frames[0]?.meta?.notices).toEqual([]);
});

it('does not wait for a late inventory, and says what may be missing', async () => {
  jest.useFakeTimers();
  try {
    const responding = respond({}, 'table', {
      intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'hang' } : undefined),
    });
    await jest.advanceTimersByTimeAsync(10_000);
    const { frames } = await responding;
    expect(frames[0]?.length).toBe(4);
    expect(frames[0]?.meta?.notices).toEqual([
      { severity: 'warning', text: expect.stringMatching(/^Tags without readings may be missing\. .* still loading/) },
    ]);
  } finally {
    jest.useRealTimers();
  }
});

it('a filter by site without an inventory is an error instead of an empty table', async () => {
  const { errors } = await respond({ sites: ['Getafe'] }, 'table', {
    intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
  });
  expect(errors).toEqual([
    { refId: 'A', message: expect.stringContaining('permission dispositivos:leer'), status: 403 },
  ]);
});

it('if values and devices fail, the error is that of the values', async () => {
  const { errors } = await respond({ sites: ['Getafe'] }, 'table', {
    // 503 is tried again.
    intercept: ({ path }) => ({ kind: 'status', status: path === 'v1/dispositivos' ? 403 : 503 }),
  });
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining('status 503'), status: 503 }]);
});

it.each([
  // Whether a device has this code is known from what is requested.
  [{ devices: ['/(/'] }, '/(/ is not a valid regular expression', 1],
  [{ staleAfter: 'soon' }, '"soon" is not a valid duration', 0],
])('%j is an error that says what is allowed', async (query, message, expected) => {
  const { errors, requests } = await respond(query, 'table');
  expect(errors).toEqual([{ refId: 'A', message: expect.stringContaining(message), status: 400 }]);
  expect(requests).toBe(expected);
});

it('as age is how many seconds old each value is now, also for one that is not stale', async () => {
  const { frames } = await respond({ devices: ['P2', 'P10'], format: 'age' }, 'stat');
  const shown = frames.map(({ fields: [time, age] }) => [time?.values, age?.name, age?.config.unit, age?.values]);
  expect(shown).toEqual([
    [[NOW], 'age', 'dtdhms', [60]],
    [[NOW], 'age', 'dtdhms', [null]],
    [[NOW], 'age', 'dtdhms', [1200]],
  ]);
});

it.each(['stat', 'table', undefined])(
  'as count in %s is how many tags are current, stale and missing',
  async (panel) => {
    const { frames } = await respond({ format: 'count', staleAfter: '10m' }, panel);
    expect(frames.map((frame) => columns(frame))).toEqual([{ time: [NOW], fresh: [2], stale: [1], none: [2] }]);
    expect(frames[0]?.fields.map(({ config }) => config.displayNameFromDS)).toEqual([
      undefined,
      'Current',
      'Stale',
      'No reading',
    ]);
  }
);

it('a count of no tags has no values, because zeros would look as if nothing were silent', async () => {
  const { frames } = await respond({ format: 'count', tags: ['x*'] }, 'stat');
  expect(columns(frames[0])).toEqual({});
  expect(frames[0]?.meta?.notices).toHaveLength(1);
});

it.each(['count', 'table'])('a plant without devices and values has no values, with the reason: %s', async (format) => {
  const { frames } = await respond({ format }, 'stat', {}, EMPTY_DATA as typeof DATA);
  expect(columns(frames[0])).toEqual({});
  expect(frames[0]?.meta?.notices).toMatchObject([{ text: expect.stringMatching(/^The API lists no devices/) }]);
});

it('a legend template can name the age of the value', async () => {
  const { frames } = await respond({ devices: ['P*'], legend: '{{name}}, {{ age }}' }, 'stat');
  expect(frames.map(({ name }) => name)).toEqual([
    'The flow, 60 s ago',
    'The pressure, No reading',
    'The flow, 20 min ago',
  ]);
});

describe('a plant of which nothing is newer than a week', () => {
  const SINCE = NOW - 300 * DAY_MS;
  const HISTORY = {
    ...DATA,
    devices: DATA.devices.map((one) => ({ ...one, lastContactEpochMs: SINCE })),
    values: DATA.values.map((one) => ({ ...one, timeEpochMs: one.timeEpochMs && SINCE - HOUR_MS })),
  };
  const SINCE_TEXT = 'No live data since 2025-05-06 00:00:00';
  const findField = (frame: DataFrame | undefined, name: string) => frame?.fields.find((field) => field.name === name);

  it('is counted in grey since its last contact, whatever the filter selects; the number stays for alert rules', async () => {
    const { frames } = await respond({ format: 'count', devices: ['P10'] }, 'stat', {}, HISTORY);
    expect(findField(frames[0], 'stale')).toMatchObject({
      values: [1],
      config: { displayNameFromDS: SINCE_TEXT, color: { mode: 'fixed', fixedColor: '#6e6e6e' } },
    });
    expect(frames[0]?.meta?.notices).toEqual([
      { severity: 'info', text: expect.stringContaining(`${SINCE_TEXT}: no reading and no contact`) as string },
    ]);
  });

  it('has grey words in a table, and no warning about each of its values', async () => {
    const table = await respond({}, 'table', {}, HISTORY);
    const [mapping] = findField(table.frames[0], 'freshness')?.config.mappings ?? [];
    expect(mapping?.options).toMatchObject({ stale: { text: 'Not live', color: '#6e6e6e' } });
    const values = await respond({}, 'stat', {}, HISTORY);
    expect(values.frames[0]?.meta?.notices).toEqual([expect.objectContaining({ severity: 'info' })]);
  });

  it('is live, and its old values stale, as soon as one device has contact', async () => {
    const [first, ...others] = HISTORY.devices;
    const devices = [{ ...first!, lastContactEpochMs: NOW - HOUR_MS }, ...others];
    const { frames } = await respond({ format: 'count' }, 'stat', {}, { ...HISTORY, devices });
    expect(findField(frames[0], 'stale')?.config).toMatchObject({ displayNameFromDS: 'Stale' });
    expect(findField(frames[0], 'stale')?.config.color).toBeUndefined();
  });
});

it('how many tags never had a reading is unknown, not 0, without the list of devices', async () => {
  const { frames } = await respond({ format: 'count' }, 'stat', {
    intercept: ({ path }) => (path === 'v1/dispositivos' ? { kind: 'status', status: 403 } : undefined),
  });
  expect(columns(frames[0])).toMatchObject({ none: [null] });
});
