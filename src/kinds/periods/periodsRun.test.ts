import { type DataFrame, type DataQueryResponse, dateTimeFormat } from '@grafana/data';
import { lastValueFrom } from 'rxjs';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA, type Reading, type SpecData } from '../../testSupport/specServer/specData';
import { createFakeClock } from '../../testSupport/testClocks';
import { createTestClient } from '../../testSupport/testClient';
import type { TelemetrySettings } from '../../query/dataSourceSettings';
import { createPanelContext } from '../../grafana/query/panelContext';
import { runQuery } from '../runQuery';
import type { PeriodsSummary } from './frames/periodsSummary';
import { DEFAULT_PERIODS_QUERY, type PeriodsQuery } from './periodsQuery';
import { PeriodsRun } from './periodsRun';

const SECOND = 1000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2026, 2, 1);
const RANGE = { fromEpochMs: START, toEpochMs: START + 12 * HOUR };

const TAGS = [
  { key: 'presion', name: 'Presión', unit: 'bar', type: 'analogica' },
  { key: 'estado', name: 'Estado (0 parada, 1 marcha, 2 atasco)', unit: '', type: 'estado' },
];

function dataOf(readings: { readonly presion?: readonly Reading[]; readonly estado?: readonly Reading[] }): SpecData {
  return {
    ...EMPTY_DATA,
    devices: [
      {
        code: 'CMP-1',
        name: 'Compresor 1',
        type: 'compresor',
        site: 'Getafe',
        area: 'Aire',
        connection: '',
        lastContactEpochMs: undefined,
        tags: TAGS,
      },
    ],
    series: TAGS.map(({ key, name, unit }) => ({
      device: 'CMP-1',
      tag: key,
      name,
      unit,
      readings: readings[key as keyof typeof readings] ?? [],
    })),
  };
}

/** 7 bar, a reading every 10 s, with two excursions to 9 bar: 01:00 to 01:30 and 05:00 to 05:10. */
const PRESSURE: readonly Reading[] = Array.from({ length: 12 * 360 }, (_, index) => {
  const offset = index * 10 * SECOND;
  const isHigh = (offset >= HOUR && offset < 1.5 * HOUR) || (offset >= 5 * HOUR && offset < 5 * HOUR + 10 * MINUTE);
  return { atEpochMs: START + offset, value: isHigh ? 9 : 7 };
});

/** On change: runs at once, jams at 02:00 for 20 min, stops at 08:00. */
const STATE: readonly Reading[] = [
  [0, 1],
  [2 * HOUR, 2],
  [2 * HOUR + 20 * MINUTE, 1],
  [8 * HOUR, 0],
].map(([offset, value]) => ({ atEpochMs: START + offset!, value: value! }));

/** With the same device twice. */
function twice(): SpecData {
  const data = dataOf({ presion: PRESSURE });
  return {
    ...data,
    devices: [...data.devices, ...data.devices.map((one) => ({ ...one, code: 'CMP-2' }))],
    series: [...data.series, ...data.series.map((one) => ({ ...one, device: 'CMP-2' }))],
  };
}

interface Setup {
  readonly data?: SpecData;
  readonly behavior?: Partial<ServerBehavior>;
  readonly settings?: TelemetrySettings;
  readonly panel?: string;
  readonly points?: number;
  readonly app?: string;
  readonly now?: number;
  readonly variables?: Readonly<Record<string, string>>;
}

async function run(query: Partial<PeriodsQuery>, setup: Setup = {}): Promise<DataQueryResponse> {
  const {
    data = dataOf({ presion: PRESSURE, estado: STATE }),
    behavior,
    settings,
    panel,
    points,
    app,
    now,
    variables = {},
  } = setup;
  const clock = createFakeClock(now ?? START + 24 * HOUR);
  const client = createTestClient(data, behavior, { clock });
  const target = { kind: 'periods', devices: ['CMP-1'], ...query } as Partial<PeriodsQuery>;
  const request = panelRequest(RANGE, [target as never], {
    ...(panel !== undefined && { panelPluginId: panel }),
    ...(points !== undefined && { maxDataPoints: points }),
    ...(app !== undefined && { app: app as never }),
  });
  return lastValueFrom(
    runQuery(request, dataSourceServices(client, settings), (text) => [variables[text.slice(1)] ?? text])
  );
}

function columns(frame: DataFrame | undefined, ...names: string[]): unknown[][] {
  const fields = names.map((name) => frame!.fields.find((field) => field.name === name)!);
  return Array.from({ length: frame!.length }, (_, row) => fields.map(({ values }) => values[row] as unknown));
}

const HIGH = { tags: ['presion'], condition: { operator: '>', value: '8', upper: '' } } as const;
const minutes = (offsetMs: number) => (offsetMs - START) / MINUTE;
const notices = ({ data }: DataQueryResponse) =>
  (data as DataFrame[]).flatMap(({ meta }) => (meta?.notices ?? []).map(({ text }) => text));

test('a table lists periods, the newest first, with exact ends on the line between two readings', async () => {
  const { data } = await run({ ...HIGH, format: 'table' } as never);
  const rows = columns(data[0], 'start', 'end', 'state', 'duration', 'min', 'max', 'device', 'name', 'site');
  // From 7 bar to 9 bar in 10 s: 8 bar is halfway.
  const half = 5 * SECOND;
  expect(rows).toEqual([
    [
      START + 5 * HOUR - half,
      START + 5 * HOUR + 10 * MINUTE - half,
      'Ended',
      (10 * MINUTE) / SECOND,
      9,
      9,
      'Compresor 1',
      'Presión',
      'Getafe',
    ],
    [
      START + HOUR - half,
      START + 1.5 * HOUR - half,
      'Ended',
      (30 * MINUTE) / SECOND,
      9,
      9,
      'Compresor 1',
      'Presión',
      'Getafe',
    ],
  ]);
  const [[average]] = columns(data[0], 'average') as [[number]];
  // Ten minutes at 9 bar, but for half a step at each end, which is at 8.5 bar on average.
  expect(average).toBeCloseTo((9 * (10 * MINUTE - 10 * SECOND) + 8.5 * 10 * SECOND) / (10 * MINUTE), 9);
});

test.each([
  ['>', 2],
  ['<', 3],
  ['=', 0],
])('a variable chooses the operator %s', async (operator, count) => {
  const condition = { operator: '$operator', value: '7.5', upper: '' } as const;
  const { data, errors = [] } = await run(
    { tags: ['presion'], condition, format: 'table' },
    { variables: { operator } }
  );
  expect(errors).toEqual([]);
  expect((data[0] as DataFrame).length).toBe(count);
});

test('an operator that is none is named, with those that are', async () => {
  const condition = { operator: '${operator}', value: '7.5', upper: '' } as const;
  const { errors = [] } = await run(
    { tags: ['presion'], condition, format: 'table' },
    { variables: { '{operator}': '≥' } }
  );
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringMatching(/"≥" is not a condition. Use one of >, >=, <, <=, =, !=, between, outside, unchanged\./),
  ]);
});

test('a row leads to the trend around its period and to the readings of its start', async () => {
  const { data } = await run({ ...HIGH, format: 'table' } as never);
  const [[trend, readings]] = columns(data[0], 'trendUrl', 'readingsUrl') as [[string, string]];
  const [from, to] = [START + 5 * HOUR, START + 5 * HOUR + 10 * MINUTE];
  const range = (url: string) => {
    const [pane] = Object.values(JSON.parse(new URL(url, 'http://grafana').searchParams.get('panes')!) as object);
    const shown = pane as { range: { from: string; to: string }; queries: Array<{ tags: string[]; interval: string }> };
    expect(shown.queries[0]!.tags).toEqual(['presion']);
    return [Number(shown.range.from), Number(shown.range.to), shown.queries[0]!.interval] as const;
  };
  expect(range(trend)[0]).toBeLessThan(from);
  expect(range(trend)[1]).toBeGreaterThan(to);
  const [start, end, interval] = range(readings);
  // On the line between two readings, the limit is crossed seconds before.
  expect([Math.round((from - start) / MINUTE), Math.round((end - to) / MINUTE), interval]).toEqual([5, 5, 'raw']);
});

test('a state is compared by its name, and holds until the next reading', async () => {
  const query = { tags: ['estado'], condition: { operator: '=', value: 'Atasco', upper: '' } } as const;
  const { data } = await run({ ...query, format: 'table', hold: 'none' } as never);
  expect(columns(data[0], 'start', 'end').map((row) => row.map((time) => minutes(time as number)))).toEqual([
    [120, 140],
  ]);
});

test('a row of a tag with states says which ones it had, in their order, and how far its end is known', async () => {
  // Runs at once, jams at 02:00 and stops at 02:20; runs from 03:00 to 08:00.
  const estado = [
    [0, 1],
    [2 * HOUR, 2],
    [2 * HOUR + 20 * MINUTE, 0],
    [3 * HOUR, 1],
    [8 * HOUR, 2],
    [9 * HOUR, 1],
  ].map(([offset, value]) => ({ atEpochMs: START + offset!, value: value! }));
  const query = { tags: ['estado'], condition: { operator: '!=', value: 'marcha', upper: '' }, hold: 'none' } as const;
  const { data } = await run({ ...query, format: 'table' } as never, { data: dataOf({ estado }) });
  expect(columns(data[0], 'stateName', 'state', 'average')).toEqual([
    ['atasco', 'Ended', null],
    ['atasco, parada', 'Ended', null],
  ]);
  for (const name of ['min', 'max']) {
    const field = (data[0] as DataFrame).fields.find((one) => one.name === name)!;
    expect(field.config.mappings?.[0]?.options).toMatchObject({ 0: { text: 'parada' }, 2: { text: 'atasco' } });
  }
  const measure = await run({ ...HIGH, format: 'table' } as never);
  expect((measure.data[0] as DataFrame).fields.map(({ name }) => name)).not.toContain('stateName');
});

test('a period that goes on has no end, and one that began earlier is followed to its beginning', async () => {
  const query = { tags: ['estado'], condition: { operator: '=', value: '1', upper: '' }, hold: 'none' } as const;
  const early: Reading[] = [
    { atEpochMs: START - 50 * HOUR, value: 0 },
    { atEpochMs: START - 30 * HOUR, value: 1 },
  ];
  const data = dataOf({ estado: early });
  const response = await run({ ...query, format: 'table' } as never, { data, now: START + 13 * HOUR });
  expect(columns(response.data[0], 'start', 'end', 'state')).toEqual([[START - 30 * HOUR, null, 'In progress']]);
});

test('a period that goes on long after the range is followed to the present, and no further', async () => {
  const query = { tags: ['estado'], condition: { operator: '=', value: '0', upper: '' }, format: 'table' };
  for (const hold of ['none', '12h']) {
    const response = await run({ ...query, hold } as never, { now: START + 17 * HOUR });
    const [[start, end, state, duration]] = columns(response.data[0], 'start', 'end', 'state', 'duration') as [
      [number, null, string, number],
    ];
    expect([start, end, state]).toEqual([START + 8 * HOUR, null, 'In progress']);
    // The present is known to the second.
    expect(Math.round(duration / 10)).toBe((9 * HOUR) / SECOND / 10);
  }
});

test('a period is followed for 20 days to both sides of the range, and its row says so', async () => {
  const query = {
    tags: ['estado'],
    condition: { operator: '=', value: '1', upper: '' },
    hold: 'none',
    format: 'table',
  };
  const always = (offsets: number[]) => dataOf({ estado: offsets.map((at) => ({ atEpochMs: START + at, value: 1 })) });
  const from = dateTimeFormat(RANGE.fromEpochMs - 20 * DAY, { timeZone: 'utc' });
  const to = dateTimeFormat(RANGE.toEpochMs + 20 * DAY, { timeZone: 'utc' });
  for (const [data, now, state] of [
    [always([-30 * DAY]), START + 30 * DAY, `Began before ${from} · Ends after ${to}`],
    [always([-DAY]), START + 30 * DAY, `Ends after ${to}`],
    [always([-30 * DAY]), START + 13 * HOUR, `Began before ${from} · In progress`],
  ] as const) {
    const response = await run(query as never, { data, now });
    expect(columns(response.data[0], 'end', 'state')).toEqual([[null, state]]);
  }
});

test('totals are those of the range, and true, false and unknown time add up to it', async () => {
  const totals = ['duration', 'share', 'count', 'longest', 'betweenStarts'] as const;
  const { data } = await run({ ...HIGH, format: 'total', totals: [...totals] } as never, { panel: 'stat' });
  expect(columns(data[0], ...totals)).toEqual([[40 * 60, 40 / (12 * 60), 2, 30 * 60, 4 * 3600]]);
});

test('what is not known for long enough is neither true nor false', async () => {
  const query = { tags: ['estado'], condition: { operator: '=', value: 'marcha', upper: '' } } as const;
  const { data } = await run({ ...query, format: 'total', totals: ['duration', 'share'], hold: '1h' } as never, {
    panel: 'stat',
  });
  // Known: an hour after each reading but the one after 20 minutes. Running: two hours of them.
  expect(columns(data[0], 'duration', 'share')).toEqual([[2 * 3600, (2 * 60) / (3 * 60 + 20)]]);
});

test('a share of the known time has the share of the unknown one beside it', async () => {
  const query = {
    tags: ['estado'],
    condition: { operator: '=', value: 'marcha', upper: '' },
    format: 'total',
  } as const;
  const names = async (hold: string, now: number, totals: readonly string[] = ['share']) => {
    const { data } = await run({ ...query, hold, totals: [...totals] } as never, { panel: 'stat', now });
    return (data[0] as DataFrame).fields.slice(1).map(({ config }) => config.displayNameFromDS);
  };
  const name = 'Compresor 1 · Estado';
  // Known: three hours and 20 minutes of twelve.
  expect(await names('1h', START + DAY)).toEqual([`${name} · 72 % unknown`]);
  // What is yet to come is not unknown.
  expect(await names('none', START + 9 * HOUR)).toEqual([name]);
  expect(await names('1h', START + DAY, ['count'])).toEqual([name]);
});

test('periods that are too short do not count, and short interruptions do not end one', async () => {
  const long = await run({ ...HIGH, format: 'total', totals: ['count', 'duration'], minDuration: '15m' } as never, {
    panel: 'stat',
  });
  expect(columns(long.data[0], 'count', 'duration')).toEqual([[1, 30 * 60]]);
  const joined = await run({ ...HIGH, format: 'total', totals: ['count', 'duration'], joinWithin: '4h' } as never, {
    panel: 'stat',
  });
  expect(columns(joined.data[0], 'count', 'duration')).toEqual([[1, (4 * 60 + 10) * 60]]);
});

test('per step, periods count where they begin', async () => {
  const query = { ...HIGH, format: 'perStep', interval: '4h', totals: ['duration', 'hours', 'count'] };
  const { data } = await run(query as never, { panel: 'barchart' });
  expect(columns(data[0], 'time', 'duration', 'hours', 'count')).toEqual([
    [START, 30 * 60, 0.5, 1],
    [START + 4 * HOUR, 10 * 60, 1 / 6, 1],
    [START + 8 * HOUR, 0, 0, 0],
  ]);
});

test('without a condition, a state tag has each of its states per step, in colors that do not depend on which ones it had', async () => {
  const query = { tags: ['estado'], format: 'perStep', interval: '4h', hold: 'none', totals: ['duration'] };
  const { data } = await run(query as never, { panel: 'timeseries' });
  const fields = (data[0] as DataFrame).fields.slice(1);
  expect(fields.map(({ labels, config, values }) => [labels?.state, config.displayNameFromDS, values])).toEqual([
    ['parada', 'parada', [0, 0, 4 * 3600]],
    ['marcha', 'marcha', [4 * 3600 - 20 * 60, 4 * 3600, 0]],
    ['atasco', 'atasco', [20 * 60, 0, 0]],
  ]);
  const states = await run({ tags: ['estado'], hold: 'none' } as never, { panel: 'state-timeline' });
  const { options } = (states.data[0] as DataFrame).fields[1]!.config.mappings![0] as { options: object };
  expect(Object.values(options).map(({ color }: { color: string }) => color)).toEqual(
    fields.map(({ config }) => config.color?.fixedColor)
  );
});

test('a bar leads to its step and the readings around it, a period of a timeline to those at its start', async () => {
  const links = async (format: string, panel: string) => {
    const { data } = await run({ ...HIGH, format, interval: '4h', totals: ['duration', 'count'] } as never, { panel });
    return (data[0] as DataFrame).fields.slice(1).map(({ config }) =>
      config.links!.map(({ onBuildUrl }) => {
        const values: Readonly<Record<string, string>> = {
          '${__value.time}': String(START + 4 * HOUR),
          '${__url.path}': '/d/tag',
          '${__url.params:exclude:from,to}': '?',
        };
        const url = onBuildUrl!({ origin: {}, replaceVariables: (text) => values[text] ?? text }) as string;
        const panes = new URLSearchParams(url.split('?')[1]).get('panes');
        const shown =
          panes === null ? undefined : (JSON.parse(panes) as { trend: { queries: object[]; range: object } });
        return shown?.trend ?? url;
      })
    );
  };
  const readings = (from: number, to: number) => ({
    queries: [expect.objectContaining({ devices: ['CMP-1'], tags: ['presion'], interval: 'raw' })],
    range: { from: String(from), to: String(to) },
  });
  const bar = [
    `/d/tag?from=${START + 4 * HOUR}&to=${START + 8 * HOUR}`,
    expect.objectContaining(readings(START, START + 12 * HOUR)),
  ];
  expect(await links('perStep', 'barchart')).toEqual([bar, bar]);
  const around = readings(START + 4 * HOUR - 5 * MINUTE, START + 4 * HOUR + 5 * MINUTE);
  expect(await links('timeline', 'state-timeline')).toEqual([[expect.objectContaining(around)]]);
});

test('a line of steps has no slopes between them', async () => {
  const query = { ...HIGH, format: 'perStep', interval: '1h' };
  const { data } = await run(query as never, { panel: 'timeseries' });
  expect((data[0] as DataFrame).fields[1]!.config.custom).toEqual({ lineInterpolation: 'stepAfter' });
});

describe('a condition that has yet to be completed', () => {
  const noValue = { tags: ['presion'], format: 'auto' } as never;
  const noUpper = { tags: ['presion'], condition: { operator: 'between', value: '1', upper: '' } } as never;

  test.each([
    [noValue, 'timeseries', /^The condition needs a value/],
    [noValue, 'stat', /^The condition needs a value/],
    [noUpper, 'table', /^The condition needs a second value/],
  ])('of %j in a %s says what it needs, without an error', async (query, panel, needed) => {
    const response = await run(query, { panel });
    expect([response.errors, response.state]).toEqual([undefined, 'Done']);
    expect(notices(response)).toEqual([expect.stringMatching(needed)]);
    expect(response.data.map(({ length }: DataFrame) => length)).toEqual([0]);
  });

  test('says so of all series at once', async () => {
    const all = { tags: ['presion'], devices: ['CMP-*'], format: 'total' } as never;
    expect(notices(await run(all, { panel: 'stat', data: twice() }))).toHaveLength(1);
  });

  test.each([noValue, noUpper])('of %j is an error for alert rules, which calculate with it', async (query) => {
    const { errors } = await run(query, { app: 'unified-alerting' });
    expect(errors?.map(({ message }) => message).join()).toMatch(/needs a (second )?value/);
  });

  test('shows the states of a tag wherever it has any', async () => {
    const response = await run({ tags: ['estado'], format: 'auto', hold: 'none' } as never, { panel: 'table' });
    expect([response.errors, notices(response)]).toEqual([undefined, []]);
    expect(columns(response.data[0], 'state').flat()).toHaveLength(3);
  });
});

describe('a measure has no states', () => {
  /** 0 and 1 bar, as a state would have them. */
  const SWITCHED = dataOf({
    presion: Array.from({ length: 12 }, (_, hour) => ({ atEpochMs: START + hour * HOUR, value: hour % 2 })),
  });
  const held = { tags: ['presion'], interpolation: 'hold', hold: 'none' };

  test.each([
    ['timeline', 'state-timeline'],
    ['timeline', 'status-history'],
    ['states', 'table'],
    ['perStep', 'timeseries'],
  ])('which a %s in a %s says', async (format, panel) => {
    const response = await run({ tags: ['presion'], format } as never, { panel, data: SWITCHED });
    const errors = (response.errors ?? []).map(({ message }) => message);
    expect([...errors, ...notices(response)]).toEqual([expect.stringMatching(/because a measure has no states/)]);
  });

  test('which a timeline says whatever other variables are empty', async () => {
    const query = { tags: ['presion'], format: 'timeline', hold: '$hold' } as never;
    const { errors } = await run(query, { panel: 'state-timeline', data: SWITCHED, variables: { hold: '' } });
    expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/because a measure has no states/)]);
  });

  test('so each value that it held, where a query asks for them, has its unit', async () => {
    const ofStates = await run({ ...held, format: 'states' } as never, { panel: 'table', data: SWITCHED });
    expect(columns(ofStates.data[0], 'state').flat()).toEqual(['0 bar', '1 bar']);
    const pie = await run({ ...held, format: 'states' } as never, { panel: 'piechart', data: SWITCHED });
    expect((pie.data[0] as DataFrame).fields.slice(1).map(({ name }) => name)).toEqual(['0 bar', '1 bar']);
    const timeline = await run({ ...held, format: 'timeline' } as never, { panel: 'state-timeline', data: SWITCHED });
    const { options } = (timeline.data[0] as DataFrame).fields[1]!.config.mappings![0] as {
      options: Record<string, { text: string }>;
    };
    expect(Object.values(options).map(({ text }) => text)).toEqual(['0 bar', '1 bar']);
    const steps = await run({ ...held, format: 'perStep' } as never, { panel: 'timeseries', data: SWITCHED });
    const names = (steps.data[0] as DataFrame).fields.slice(1).map(({ config }) => config.displayNameFromDS);
    expect(names).toEqual(['0 bar', '1 bar']);
  });

  test('of a state without names, its numbers are all that is known', async () => {
    const data = dataOf({ estado: STATE });
    const unnamed = {
      ...data,
      devices: data.devices.map((device) => ({
        ...device,
        tags: device.tags.map((tag) => ({ ...tag, name: tag.key })),
      })),
      series: data.series.map((series) => ({ ...series, name: series.tag })),
    };
    const states = await run({ tags: ['estado'], format: 'states', hold: 'none' } as never, {
      panel: 'table',
      data: unnamed,
    });
    expect(columns(states.data[0], 'state').flat()).toEqual(['0', '1', '2']);
  });
});

test('a limit that a variable chose and a tag does not have is No data with the reason', async () => {
  const limit = { limit: 'high', none: '' };
  for (const [name, reason] of [
    ['limit', /no limit “high”/],
    ['none', /needs a value/],
  ] as const) {
    const condition = { operator: '>', value: `$${name}`, upper: '' };
    const response = await run({ tags: ['presion'], format: 'table', condition } as never, { variables: limit });
    expect(response.errors).toBeUndefined();
    expect(notices(response).join()).toMatch(reason);
    expect(response.data.map(({ length }: DataFrame) => length)).toEqual([0]);
  }
});

describe('a tile of the totals above a limit', () => {
  const limit = {
    tags: ['presion'],
    format: 'total',
    condition: { operator: '>', value: '$limit', upper: '' },
  } as never;
  const variables = { limit: 'high' };

  test('says that the tag has none', async () => {
    const { data, errors } = await run(limit, { variables, panel: 'stat' });
    const [, total] = (data as DataFrame[])[0]!.fields;
    expect([errors, total!.values, total!.config.noValue]).toEqual([undefined, [null], 'No limit']);
    expect(total!.config.mappings).toMatchObject([{ options: { match: 'null', result: { text: 'No limit' } } }]);
  });

  test('does not say so while it is not known', async () => {
    const behavior = { intercept: () => ({ kind: 'connectionLost' as const }) };
    const { data, errors } = await run(limit, { variables, panel: 'stat', behavior });
    expect(errors?.map(({ message }) => message)).toEqual([expect.stringMatching(/^The server could not be reached/)]);
    expect(JSON.stringify(data)).not.toContain('No limit');
  });

  test('has no value in an alert rule', async () => {
    const { data } = await run(limit, { variables, app: 'unified-alerting' });
    expect((data as DataFrame[]).flatMap(({ fields }) => fields)).toEqual([]);
  });
});

test('a timeline has the states of a tag with their names, and nothing where they are unknown', async () => {
  const { data } = await run({ tags: ['estado'], hold: '3h' } as never, { panel: 'state-timeline' });
  expect(columns(data[0], 'time', 'state').map(([time, state]) => [minutes(time as number), state])).toEqual([
    [0, 1],
    [120, 2],
    [140, 1],
    [320, null],
    [480, 0],
    [660, null],
  ]);
  const { mappings, color } = data[0].fields[1].config;
  expect(mappings[0].options['2'].text).toBe('atasco');
  // Grafana has no legend of states in the mode by value, which is that of a state timeline.
  expect(color.mode).toBe('palette-classic');
});

test('a status history has the state of each step that lasted longest in it', async () => {
  const query = { tags: ['estado'], hold: 'none', interval: '30m' };
  const { data } = await run(query as never, { panel: 'status-history', now: START + 9.2 * HOUR });
  const [time, state] = (data[0] as DataFrame).fields;
  expect(time!.values.map(minutes)).toEqual(Array.from({ length: 24 }, (_, step) => 30 * step));
  expect(state!.values).toEqual([...[1, 1, 1, 1], 2, ...Array(11).fill(1), ...[0, 0, 0], ...Array(5).fill(null)]);
  expect(state!.config.mappings![0]!.options).toHaveProperty(['2', 'text'], 'atasco');
});

test.each<[string, Partial<PeriodsQuery>, string[]]>([
  ['states', {}, ['1 state is in no step, because another one lasted longer there.']],
  [
    'a condition',
    { condition: { operator: '=', value: 'atasco', upper: '' } },
    ['1 period or interruption is in no step, because it is too short.'],
  ],
  [
    'an interruption of a condition',
    { condition: { operator: '!=', value: 'atasco', upper: '' } },
    ['1 period or interruption is in no step, because it is too short.'],
  ],
  ['a state that is somewhere', { interval: '10m' }, []],
])('a status history says what is too short for its steps: %s', async (_, change, expected) => {
  // The jam lasts 20 min; its steps an hour.
  const query = { tags: ['estado'], hold: 'none', interval: '1h', ...change };
  const response = await run(query as never, { panel: 'status-history' });
  expect(notices(response)).toEqual(expected.map((text) => expect.stringContaining(text) as string));
});

/** Jams of 5 min at the beginning and at 06:00, and as narrow as a pixel of 30 min. */
const SHORT_JAMS: readonly Reading[] = [
  [0, 2],
  [5 * MINUTE, 1],
  [6 * HOUR, 2],
  [6 * HOUR + 5 * MINUTE, 1],
].map(([offset, value]) => ({ atEpochMs: START + offset!, value: value! }));

test.each<[string, Partial<PeriodsQuery>, readonly Reading[], string[]]>([
  ['states that others cover', {}, SHORT_JAMS, ['2 states are so narrow that others may cover them.']],
  [
    'periods that what is between them covers',
    { condition: { operator: '=', value: 'atasco', upper: '' } },
    SHORT_JAMS,
    ['2 periods or interruptions are so narrow that others may cover them.'],
  ],
  ['states that are drawn over others', {}, SHORT_JAMS.slice(1), []],
])('a state timeline says which states may not be seen: %s', async (_, change, estado, expected) => {
  const query = { tags: ['estado'], hold: 'none', ...change };
  const data = dataOf({ estado });
  const response = await run(query as never, { data, panel: 'state-timeline', points: 24 });
  expect(notices(response)).toEqual(expected.map((text) => expect.stringContaining(text) as string));
  const wide = await run(query as never, { data, panel: 'state-timeline', points: 1000 });
  expect(notices(wide)).toEqual([]);
  const table = await run({ ...query, format: 'timeline' } as never, { data, panel: 'table', points: 24 });
  expect(notices(table)).toEqual([]);
});

test('states are listed with their time, share and number of changes', async () => {
  const { data } = await run({ tags: ['estado'], format: 'states', hold: 'none' } as never, { panel: 'table' });
  expect(columns(data[0], 'state', 'time', 'starts')).toEqual([
    ['parada', (4 * HOUR) / SECOND, 1],
    ['marcha', ((2 * 60 + 340) * MINUTE) / SECOND, 1],
    ['atasco', (20 * MINUTE) / SECOND, 1],
  ]);
});

describe('states with a condition', () => {
  const listed = (query: object, panel = 'table') =>
    run({ tags: ['estado'], format: 'states', hold: 'none', ...query } as never, { panel });
  const stopped = { condition: { operator: '!=', value: 'marcha', upper: '' } };

  test('are those for which it holds, with their share of the known time', async () => {
    const { data } = await listed(stopped);
    expect(columns(data[0], 'state', 'time', 'share', 'starts')).toEqual([
      ['parada', (4 * HOUR) / SECOND, 1 / 3, 1],
      ['atasco', (20 * MINUTE) / SECOND, 1 / 36, 1],
    ]);
    const pie = await listed(stopped, 'piechart');
    expect((pie.data[0] as DataFrame).fields.slice(1).map(({ name, values }) => [name, values])).toEqual([
      ['parada', [(4 * HOUR) / SECOND]],
      ['atasco', [(20 * MINUTE) / SECOND]],
    ]);
  });

  test('count only in periods that are long enough, wherever these end', async () => {
    expect(columns((await listed({ ...stopped, minDuration: '1h' })).data[0], 'state').flat()).toEqual(['parada']);
    const none = await listed({ condition: { operator: '=', value: 'atasco', upper: '' }, minDuration: '1h' });
    expect(columns(none.data[0], 'state')).toEqual([]);
    expect(none.errors).toBeUndefined();
  });

  test('are whether it holds, of a tag that has none, and of readings that stay the same', async () => {
    const high = await listed({ tags: ['presion'], condition: { operator: '>', value: '8', upper: '' } });
    expect(columns(high.data[0], 'state', 'time')).toEqual([
      ['otherwise', (11 * HOUR + 20 * MINUTE) / SECOND],
      ['above 8 bar', (40 * MINUTE) / SECOND],
    ]);
    const unchanged = await listed({ condition: { operator: 'unchanged', value: '3h', upper: '' } });
    expect(columns(unchanged.data[0], 'state').flat()).toEqual(['otherwise', 'unchanged for at least 3 h']);
  });
});

test('a panel of annotations has a region per period', async () => {
  const { data } = await run({ ...HIGH, format: 'annotations' } as never);
  expect(columns(data[0], 'timeEnd', 'text', 'isRegion')).toHaveLength(2);
  expect(data[0].meta.dataTopic).toBe('annotations');
});

test.each([
  ['a limit that is no number', { condition: { operator: '>', value: 'abc', upper: '' } }, /"abc" is not a number/],
  ['an ambiguous number', { condition: { operator: '>', value: '1,000', upper: '' } }, /can be two numbers/],
  [
    'an unknown state',
    { tags: ['estado'], condition: { operator: '=', value: 'roto', upper: '' } },
    /parada \(0\), marcha \(1\), atasco \(2\)/,
  ],
  ['a limit that is not set', { condition: { operator: '>', value: 'high', upper: '' } }, /no limit “high”/],
  ['a minimum duration longer than the range', { ...HIGH, minDuration: '2d' }, /longer than the time range/],
  ['no duration', { ...HIGH, joinWithin: 'soon' }, /"soon" is not a valid duration/],
  ['no hold limit', { ...HIGH, hold: 'soon' }, /"soon" is not a valid hold limit.*or none/],
  ['an unknown device', { ...HIGH, devices: ['NADA'] }, /NADA · presion: The device or tag does not exist/],
])('%s is an error that says what is allowed', async (_what, query, message) => {
  const { errors } = await run({ tags: ['presion'], ...query } as never, { panel: 'stat' });
  expect(errors?.map((error) => error.message).join()).toMatch(message);
});

test('a tag without readings is unknown, not false', async () => {
  const query = { ...HIGH, format: 'total', totals: ['duration', 'share', 'count'] };
  const { data } = await run(query as never, { data: dataOf({}), panel: 'stat' });
  expect(columns(data[0], 'duration', 'share', 'count')).toEqual([[null, null, null]]);
});

test('what a budget leaves undecided is shown with its bounds', async () => {
  // Ten minutes at 9 bar in every hour: two minutes at each end need readings.
  const presion = Array.from({ length: 12 * 360 }, (_, index) => ({
    atEpochMs: START + index * 10 * SECOND,
    value: index % 360 < 60 ? 9 : 7,
  }));
  const settings = { maxRowsPerSeries: 1000 };
  const response = await run({ ...HIGH, format: 'total' } as never, {
    data: dataOf({ presion }),
    panel: 'stat',
    settings,
  });
  expect(columns(response.data[0], 'duration')).toEqual([[null]]);
  expect(notices(response).join()).toMatch(/at least 1 h \d+ min, at most 2 h \d+ min.*Max rows per series/s);
  expect((response.data as DataFrame[])[0]?.meta?.notices).toMatchObject([{ severity: 'error' }]);
});

test('a period beside what a budget leaves undecided may have begun earlier, and its row and region say so', async () => {
  // 30 minutes at 9 bar in every hour: their last minute and the first one need readings.
  const presion = Array.from({ length: 12 * 360 }, (_, index) => ({
    atEpochMs: START + index * 10 * SECOND,
    value: index % 360 < 180 ? 9 : 7,
  }));
  const setup = { data: dataOf({ presion }), settings: { maxRowsPerSeries: 1000 } };
  const table = await run({ ...HIGH, format: 'table' } as never, setup);
  const rows = columns(table.data[0], 'start', 'end', 'state') as Array<[number, number | null, string]>;
  const time = (epochMs: number) => dateTimeFormat(epochMs, { timeZone: 'utc' });
  const cut = rows.filter(([, end]) => end === null);
  expect(cut.length).toBeGreaterThan(5);
  for (const [start, , state] of cut) {
    expect(state).toMatch(new RegExp(`^Began before ${time(start)} · Ends after`));
  }
  const regions = await run({ ...HIGH, format: 'annotations' } as never, setup);
  expect(columns(regions.data[0], 'text').filter(([text]) => /^at least 2\d min/.test(text as string))).toHaveLength(
    cut.length
  );
});

test('while it loads, the proven interval is shown, which only narrows to the truth', async () => {
  // Above 8 bar for 20 min in every fourth hour, whose ends lie within minutes.
  const presion = Array.from({ length: 12 * 360 }, (_, index) => ({
    atEpochMs: START + index * 10 * SECOND,
    value: index % 1440 >= 33 && index % 1440 < 153 ? 9 : 7,
  }));
  const client = createTestClient(dataOf({ presion }), {}, { clock: createFakeClock(START + 24 * HOUR) });
  const panel = createPanelContext(panelRequest(RANGE, [], { panelPluginId: 'stat' }), dataSourceServices(client));
  const query = {
    ...DEFAULT_PERIODS_QUERY,
    ...HIGH,
    refId: 'A',
    devices: ['CMP-1'],
    tags: ['presion'],
    format: 'total',
  };
  const periods = new PeriodsRun(query as PeriodsQuery, { ...panel, chosenTexts: new Set() });
  const shown: Array<readonly [boolean, number, number]> = [];
  await periods.run(new AbortController().signal, () => {
    const frame = periods.render()[0]?.frame;
    const { atLeastMs, atMostMs } = frame?.meta?.custom?.periods as PeriodsSummary;
    shown.push([(frame?.meta?.notices ?? []).some(({ text }) => text.includes('still loading')), atLeastMs, atMostMs]);
  });
  shown.forEach(([, atLeastMs, atMostMs], index) => {
    const [, before = 0, after = Infinity] = shown[index - 1] ?? [];
    expect(atLeastMs).toBeGreaterThanOrEqual(before);
    expect(atMostMs).toBeLessThanOrEqual(after);
  });
  expect(shown[0]![0]).toBe(true);
  expect(shown[0]![1]).toBeLessThan(shown[0]![2]);
  expect(shown.at(-1)).toEqual([false, HOUR, HOUR]);
});

test('a pattern of 500 tags shows as many as the query allows and says so; a rule gets none of them', async () => {
  const tags = Array.from({ length: 500 }, (_, index) => ({ ...TAGS[0]!, key: `presion_${index}`, name: '' }));
  const [device] = dataOf({}).devices;
  const series = tags.map(({ key }) => ({ device: 'CMP-1', tag: key, name: '', unit: 'bar', readings: [] }));
  const data = { ...EMPTY_DATA, devices: [{ ...device!, tags }], series };
  const query = { ...HIGH, tags: ['presion_*'], format: 'total', maxSeries: 5 };
  const panel = await run(query as never, { data, panel: 'stat' });
  expect(panel.data).toHaveLength(5);
  expect(notices(panel).join()).toMatch(/5 of 500/);
  const rule = await run(query as never, { data, app: 'unified-alerting' });
  expect(rule.data).toEqual([]);
  expect(rule.errors?.map(({ message }) => message).join()).toMatch(/selects 500 series, but its maximum is 5/);
});

it('a tile of which nothing is known says so, in grey', async () => {
  const { data } = await run({ ...HIGH, format: 'total', totals: ['share'] } as never, {
    panel: 'stat',
    data: dataOf({ presion: [{ atEpochMs: START - 48 * HOUR, value: 7 }] }),
  });
  const [, share] = (data[0] as DataFrame).fields;
  expect(share!.values).toEqual([null]);
  expect(share!.config).toMatchObject({ noValue: 'Unknown', color: { mode: 'fixed' } });
});

describe('one of several states', () => {
  const states = (operator: string, value: string, more = {}) =>
    run({ tags: ['estado'], condition: { operator, value, upper: '' }, format: 'table', ...more } as never, {
      settings: { holdMinutes: 0 },
    });
  const stopped = [
    [START + 8 * HOUR, 'parada'],
    [START + 2 * HOUR, 'atasco'],
  ];

  it.each([
    ['=', 'parada; atasco'],
    ['=', '2, 0'],
    ['!=', 'marcha; 7'],
  ])('%s %s', async (operator, value) => {
    const { data, errors } = await states(operator, value);
    expect(errors).toBeUndefined();
    expect(columns(data[0], 'start', 'stateName')).toEqual(stopped);
  });

  it.each(['marcha, lenta', 'marcha, lenta; ', 'marcha, lenta; atasco'])(
    'with a comma in a name: %s',
    async (value) => {
      const names = ['parada', 'marcha, lenta', 'atasco'].map((name, index) => ({ value: index, name }));
      const settings = {
        holdMinutes: 0,
        tags: [{ deviceType: 'compresor', tag: 'estado', states: names, limits: {} }],
      };
      const query = { tags: ['estado'], condition: { operator: '!=', value, upper: '' }, format: 'table' };
      const { data, errors } = await run(query as never, { settings: settings as never });
      expect(errors).toBeUndefined();
      expect(columns(data[0], 'start', 'stateName')[0]).toEqual([START + 8 * HOUR, 'parada']);
    }
  );

  it('of which a tag has not all, as long as another one of the query has', async () => {
    const data = dataOf({ estado: STATE });
    const [device] = data.devices;
    const other = { ...device!, code: 'CMP-2', tags: [{ ...TAGS[1]!, name: 'Estado (0 parada, 3 pausa)' }] };
    const both = {
      ...data,
      devices: [device!, other],
      series: [...data.series, { ...data.series[1]!, device: 'CMP-2', readings: [{ atEpochMs: START, value: 3 }] }],
    };
    const query = { devices: ['*'], tags: ['estado'], format: 'total', totals: ['hours'] };
    const of = async (value: string, operator = '=') => {
      const condition = { operator, value, upper: '' };
      const { data: frames, errors } = await run({ ...query, condition } as never, {
        data: both,
        settings: { holdMinutes: 0 },
        panel: 'table',
      });
      return errors?.map(({ message }) => message) ?? columns(frames[0], 'deviceCode', 'hours');
    };
    expect(await of('atasco; pausa')).toEqual([
      ['CMP-1', 1 / 3],
      ['CMP-2', 12],
    ]);
    expect(await of('pausa')).toEqual([
      ['CMP-1', 0],
      ['CMP-2', 12],
    ]);
    expect(await of('1; pausa', '!=')).toEqual([
      ['CMP-1', 4 + 1 / 3],
      ['CMP-2', 0],
    ]);
    // What runs under another name would be stopped all the time.
    expect((await of('marcha; pausa', '!=')).join()).toMatch(/^CMP-2 .*"marcha" is neither a number nor a state/);
    expect((await of('atasco; roto')).join()).toMatch(/"roto" is neither a number nor a state of the tag/);
  });

  it('without a value needs one', async () => {
    expect(notices(await states('=', ' ; ')).join()).toContain('The condition needs a value.');
  });
});

it('totals in a table are a row per series, with how long nothing is known', async () => {
  const query = { ...HIGH, devices: ['*'], format: 'total', totals: ['hours', 'share', 'count', 'longest'] };
  const { data } = await run(query as never, { data: twice(), panel: 'table' });
  expect(data).toHaveLength(1);
  const rows = columns(data[0], 'deviceCode', 'hours', 'count', 'longest', 'unknown');
  expect(
    rows.map((row) => row.map((value) => (typeof value === 'number' ? Math.round(100 * value) / 100 : value)))
  ).toEqual([
    ['CMP-1', 0.67, 2, 1800, 0],
    ['CMP-2', 0.67, 2, 1800, 0],
  ]);
  const inRule = await run({ ...query, expressionLabels: 'device' } as never, {
    data: twice(),
    app: 'unified-alerting',
  });
  expect(inRule.data.length).toBeGreaterThan(1);
});

describe('a value that stays the same', () => {
  /** Every 5 minutes from three weeks before the range: it moves, but stays at 21.5 from 02:10 to 09:40. */
  const STUCK: readonly Reading[] = Array.from({ length: 22 * 288 }, (_, index) => {
    const atEpochMs = START - 21 * DAY + index * 5 * MINUTE;
    const offset = atEpochMs - START;
    return { atEpochMs, value: offset >= 130 * MINUTE && offset < 580 * MINUTE ? 21.5 : 20 + (index % 11) / 4 };
  });
  const table = (value: string, data = dataOf({ presion: STUCK })) =>
    run({ tags: ['presion'], condition: { operator: 'unchanged', value, upper: '' }, format: 'table' } as never, {
      data,
      settings: { holdMinutes: 60 },
    });

  it.each(['usual', '6h'])('for %s is a period from its first reading to its last', async (value) => {
    const { data, errors } = await table(value);
    expect(errors).toBeUndefined();
    expect(columns(data[0], 'start', 'end', 'duration', 'min', 'max')).toEqual([
      [START + 130 * MINUTE, START + 575 * MINUTE, 445 * 60, 21.5, 21.5],
    ]);
  });

  it.each([
    ['soon', STUCK, '"soon" is not a duration. Use one such as 4h, or usual.'],
    ['usual', STUCK.filter(({ atEpochMs }) => atEpochMs >= START), 'too few readings'],
  ])('for %s with %# has a message', async (value, readings, message) => {
    const { errors } = await table(value, dataOf({ presion: readings }));
    expect(errors?.map((error) => error.message).join()).toContain(message);
  });
});
