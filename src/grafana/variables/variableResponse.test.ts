import type { DataFrame, TypedVariableModel } from '@grafana/data';
import { firstValueFrom } from 'rxjs';
import { createFakeClock, createManualClock } from '../../testSupport/testClocks';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { Alert } from '../../core/alerts/alert';
import type { ApiRequest } from '../../core/api/transport';
import type { Device } from '../../core/inventory/device';
import { HOUR_MS } from '../../core/time/window';
import type { VariableQuery } from '../../query/variableQuery';
import { recentRules } from '../recentAlerts';
import type { ListedPeriod } from './listedPeriods';
import { variableResponse } from './variableResponse';

const TYPES: Readonly<Record<string, string>> = { total: 'contador', mode: 'estado' };

function device(code: string, site: string, type: string, ...tags: string[]): Device {
  const list = tags.map((key) => ({
    key,
    name: key.toUpperCase(),
    unit: '',
    type: TYPES[key] ?? '',
  }));
  return { code, name: code, type, site, area: 'Area', connection: '', lastContactEpochMs: undefined, tags: list };
}

const DEVICES = [
  device('P1', 'Getafe', 'pump', 'flow', 'pressure'),
  device('P2', 'Getafe', 'pump', 'pressure'),
  device('O1', 'Toluca', 'oven', 'temperature', 'total', 'mode'),
];

const NOON = Date.UTC(2026, 2, 3, 12);

function alert(id: string, rule: string, severity: string, startEpochMs: number): Alert {
  return {
    id,
    rule,
    device: 'P1',
    tag: 'flow',
    severity,
    state: '',
    startEpochMs,
    openedEpochMs: startEpochMs,
    acknowledgedEpochMs: undefined,
    endEpochMs: startEpochMs + HOUR_MS,
    startValue: undefined,
    peakValue: undefined,
  };
}

const ALERTS = [
  alert('1', 'High flow', 'critica', NOON),
  alert('2', 'High flow', 'roja', NOON + HOUR_MS),
  alert('3', 'Low flow', 'critica', NOON + HOUR_MS),
  alert('4', 'Long ago', 'info', NOON - 100 * HOUR_MS),
];

/** A dashboard on which the site Getafe and both of its pumps are selected, and `$all` is set to All. */
const VARIABLES: Record<string, string[]> = { $site: ['Getafe'], $device: ['P1', 'P2'], $all: [''] };

/** Lists of anything else find no periods. */
function noPeriods(): never {
  throw new Error('Not a list of periods.');
}

async function options(
  query: Partial<VariableQuery>,
  behavior?: Partial<ServerBehavior>,
  alerts = ALERTS,
  devices = DEVICES
) {
  const data = { ...EMPTY_DATA, devices, alerts };
  const testClient = createTestClient(data, behavior, { clock: createFakeClock(NOON + 6 * HOUR_MS) });
  const { range } = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + 6 * HOUR_MS }, []);
  const response = variableResponse(
    { targets: [query as VariableQuery], range },
    dataSourceServices(testClient),
    (text) => VARIABLES[text] ?? [text],
    noPeriods
  );
  const [frame] = (await firstValueFrom(response)).data as DataFrame[];
  const [text, value] = frame?.fields ?? [];
  return value?.values.map((item: unknown, index: number) => `${item}=${text?.values[index]}`);
}

it.each<[Partial<VariableQuery>, string[]]>([
  [{ kind: 'sites' }, ['Getafe=Getafe', 'Toluca=Toluca']],
  [{ kind: 'areas', site: '$site' }, ['Area=Area']],
  [{ kind: 'devices', site: '$site' }, ['P1=P1', 'P2=P2']],
  [{ kind: 'devices', site: '$all', deviceType: 'oven' }, ['O1=O1']],
  [{ kind: 'tags', site: '$site', device: '$device' }, ['flow=FLOW', 'pressure=PRESSURE']],
  [{ kind: 'tags', device: 'O1' }, ['mode=MODE', 'temperature=TEMPERATURE', 'total=TOTAL']],
  [{ kind: 'deviceTypes', site: 'Toluca' }, ['oven=oven']],
  [{ kind: 'units' }, []],
  [{ kind: 'measures', device: 'O1' }, ['temperature=TEMPERATURE']],
  [{ kind: 'counters' }, ['total=TOTAL']],
  [{ kind: 'counters', device: 'P1' }, []],
  [{ kind: 'states' }, ['mode=MODE']],
  [{ kind: 'states', device: 'P1' }, []],
  [{ kind: 'devicesWithStates' }, ['O1=O1']],
  [{ kind: 'devicesWithStates', site: 'Getafe' }, []],
  [{ kind: 'devices', site: 'T*' }, ['O1=O1']],
  [{ kind: 'severities' }, ['critica=Critical', 'roja=roja']],
  [{ kind: 'rules' }, ['High flow=High flow', 'Low flow=Low flow']],
  [{}, ['O1=O1', 'P1=P1', 'P2=P2']],
])('%j lists the values that match the variables it depends on', async (query, expected) => {
  expect(await options(query)).toEqual(expected);
});

it('quotes the names that mean all values in an address, and has them as texts, by which Grafana finds them', async () => {
  const devices = ['All', '$__all', '*', '/re.*/', 'A,B'].map((code) => ({ ...DEVICES[0]!, code, name: 'Pump' }));
  expect(await options({ kind: 'devices' }, undefined, ALERTS, devices)).toEqual([
    String.raw`/^\Q*\E$/=*`,
    '/re.*/=Pump (/re.*/)',
    String.raw`/^\Q\E\$\Q__all\E$/=$__all`,
    'A,B=Pump (A,B)',
    String.raw`/^\QAll\E$/=All`,
  ]);
});

it('fails with a readable error if the key may not read the inventory', async () => {
  const forbidden = options({ kind: 'sites' }, { intercept: () => ({ kind: 'status', status: 403 }) });
  await expect(forbidden).rejects.toThrow('permission dispositivos:leer');
});

describe('with open alerts first', () => {
  const open = (id: string, device: string, tag: string, severity: string): Alert => ({
    ...alert(id, 'Rule', severity, NOON),
    device,
    tag,
    endEpochMs: undefined,
  });
  const OPEN = [
    open('5', 'P2', 'pressure', 'critica'),
    open('6', 'P1', 'pressure', 'info'),
    open('7', 'removed', 'flow', 'critica'),
  ];

  it.each<[Partial<VariableQuery>, string[]]>([
    [{ kind: 'devices' }, ['P2=P2', 'P1=P1', 'O1=O1']],
    [{ kind: 'devices', site: 'Toluca' }, ['O1=O1']],
    [{ kind: 'tags', device: 'P1' }, ['pressure=PRESSURE', 'flow=FLOW']],
    [{ kind: 'sites' }, ['Getafe=Getafe', 'Toluca=Toluca']],
    [{ kind: 'counters' }, ['total=TOTAL']],
  ])('%j', async (query, expected) => {
    expect(await options({ ...query, order: 'alerts' }, {}, OPEN)).toEqual(expected);
  });

  const isForAlerts = ({ path }: { readonly path: string }) => path.includes('alertas');

  it.each([401, 403, 404, 500])('lists everything by contact and name if alerts answer %d', async (status) => {
    const behavior = {
      intercept: (request: ApiRequest) => (isForAlerts(request) ? ({ kind: 'status', status } as const) : undefined),
    };
    expect(await options({ order: 'alerts' }, behavior, OPEN)).toEqual(['O1=O1', 'P1=P1', 'P2=P2']);
  });

  it('does not wait long for alerts', async () => {
    jest.useFakeTimers();
    const behavior = {
      intercept: (request: ApiRequest) => (isForAlerts(request) ? ({ kind: 'hang' } as const) : undefined),
    };
    const listed = options({ order: 'alerts' }, behavior, OPEN);
    await jest.advanceTimersByTimeAsync(3000);
    expect(await listed).toEqual(['O1=O1', 'P1=P1', 'P2=P2']);
    jest.useRealTimers();
  });

  it('shares the list of open alerts with the panels', async () => {
    const test = createTestClient(
      { ...EMPTY_DATA, devices: DEVICES, alerts: OPEN },
      {},
      { clock: createFakeClock(NOON + HOUR_MS) }
    );
    const services = dataSourceServices(test);
    const { range } = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS }, []);
    const request = { targets: [{ order: 'alerts' } as VariableQuery], range };
    const signal = new AbortController().signal;
    const window = { fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS };
    await Promise.all([
      firstValueFrom(variableResponse(request, services, (text) => [text], noPeriods)),
      services.alerts.around({ window, state: 'open' }, { group: 'panel', signal }),
    ]);
    const ofOpen = test.server.requests.filter(({ params }) => params.estado === 'abiertas');
    expect(ofOpen).toHaveLength(1);
  });
});

describe('a value that is chosen', () => {
  const VARIABLE = { kind: 'devices', site: '$site' } as VariableQuery;

  async function listWith(value: unknown, change: Partial<VariableQuery> = {}) {
    const query = { ...VARIABLE, ...change };
    const test = createTestClient({ ...EMPTY_DATA, devices: DEVICES });
    const { range } = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS }, []);
    const variables = [
      { type: 'query', query: VARIABLE, current: { value } },
      { type: 'query', query: { kind: 'sites' }, current: { value: 'Elsewhere' } },
      { type: 'custom', query: 'a,b', current: { value: 'a' } },
    ] as unknown as TypedVariableModel[];
    const response = variableResponse(
      { targets: [query], range },
      dataSourceServices(test),
      (text) => VARIABLES[text] ?? [text],
      noPeriods,
      variables
    );
    const [frame] = (await firstValueFrom(response)).data as DataFrame[];
    return frame!.fields.find(({ name }) => name === 'value')!.values as string[];
  }

  it.each<[string, unknown, string[]]>([
    ['stays if the plant has none of that name', 'NOPE', ['P1', 'P2', 'NOPE']],
    ['stays beside others', ['P1', 'NOPE', 'NOPE'], ['P1', 'P2', 'NOPE']],
    ['stays if it is a pattern', 'P*', ['P1', 'P2', 'P*']],
    ['is replaced if only the other variables leave it out', 'O1', ['P1', 'P2']],
    ['is listed once', 'P1', ['P1', 'P2']],
    ['is none', '', ['P1', 'P2']],
    ['is all', ['$__all'], ['P1', 'P2']],
  ])('%s', async (_, value, expected) => {
    expect(await listWith(value)).toEqual(expected);
  });

  it('of a variable with another query is not listed', async () => {
    expect(await listWith('NOPE', { order: 'alerts' })).toHaveLength(2);
  });
});

it('severities of another time range are no substitute while the API is slow', async () => {
  const clock = createManualClock(NOON + 6 * HOUR_MS);
  let isSlow = false;
  const test = createTestClient({ ...EMPTY_DATA, alerts: ALERTS }, {}, { clock: createFakeClock(NOON + 6 * HOUR_MS) });
  const services = { ...dataSourceServices(test), clock };
  const { around } = services.alerts;
  jest.spyOn(services.alerts, 'around').mockImplementation(async (...args) => {
    if (isSlow) {
      await clock.sleep(5_000, args[1].signal);
    }
    return around.apply(services.alerts, args);
  });
  const list = (fromEpochMs: number) => {
    const { range } = panelRequest({ fromEpochMs, toEpochMs: NOON + 6 * HOUR_MS }, []);
    const request = { targets: [{ kind: 'severities' } as VariableQuery], range };
    return firstValueFrom(variableResponse(request, services, (text) => [text], noPeriods));
  };
  const lengthOf = ({ data }: Awaited<ReturnType<typeof list>>) => (data as DataFrame[])[0]!.length;
  expect(lengthOf(await list(NOON))).toBe(2);
  isSlow = true;
  const slow = list(NOON - 200 * HOUR_MS);
  await clock.advance(5_000);
  expect(lengthOf(await slow)).toBe(3);
});

it('fails with the name of a variable that does not exist', async () => {
  await expect(options({ kind: 'devices', site: '$plant' })).rejects.toThrow('$plant has no value');
});

it('lists the rules of recent alerts for the editors', async () => {
  const test = createTestClient({ ...EMPTY_DATA, alerts: ALERTS }, {}, { clock: createFakeClock(NOON + 2 * HOUR_MS) });
  expect(await recentRules(dataSourceServices(test))).toEqual(['High flow', 'Long ago', 'Low flow']);
});

describe('periods', () => {
  const DAY_MS = 24 * HOUR_MS;
  const period = (fromEpochMs: number, change: Partial<ListedPeriod> = {}): ListedPeriod => ({
    fromEpochMs,
    toEpochMs: fromEpochMs + HOUR_MS,
    start: 'known',
    end: 'known',
    series: '',
    ...change,
  });
  const query: Partial<VariableQuery> = {
    kind: 'periods',
    device: '$device',
    tag: 'flow',
    condition: { operator: '>', value: '$limit', upper: '' },
    minDuration: '1m',
  };

  async function list(periods: readonly ListedPeriod[], zone: string, target = query) {
    const asked: unknown[] = [];
    const { range } = panelRequest({ fromEpochMs: NOON, toEpochMs: NOON + HOUR_MS }, []);
    const response = variableResponse(
      { targets: [target as VariableQuery], range },
      dataSourceServices(createTestClient(EMPTY_DATA)),
      (text) => ({ ...VARIABLES, $limit: ['8.4'], $hold: ['6h'], $join: ['30s'], $__timezone: [zone] })[text] ?? [text],
      (listed) => {
        asked.push(listed);
        return Promise.resolve(periods);
      }
    );
    const [frame] = (await firstValueFrom(response)).data as DataFrame[];
    const [text, value, from, to] = frame!.fields.map(({ values }) => values as string[]);
    return { asked, names: frame!.fields.map(({ name }) => name), text: text!, value: value!, from, to };
  }

  it('have their start as the value, and it on the clock of the dashboard with their duration as the text', async () => {
    const start = Date.UTC(2026, 10, 20, 2, 12, 30);
    const { text, value, asked } = await list(
      [period(start, { toEpochMs: start + 4 * HOUR_MS + 10 * 60_000 })],
      'Europe/Madrid'
    );
    expect([text, value]).toEqual([['2026-11-20 03:12, 4 h 10 min'], [String(start)]]);
    expect(asked).toMatchObject([
      { devices: ['P1', 'P2'], tags: ['flow'], condition: { operator: '>', value: '8.4' }, minDuration: '1m' },
    ]);
  });

  it('have their time range, which follows the present while they go on', async () => {
    const { names, from, to } = await list([period(NOON, { end: 'inProgress' }), period(NOON - DAY_MS)], 'utc');
    expect(names).toEqual(['text', 'value', 'from', 'to']);
    expect([from, to]).toEqual([
      [String(NOON), String(NOON - DAY_MS)],
      ['now', String(NOON - DAY_MS + HOUR_MS)],
    ]);
  });

  it('begin with the name of a run', async () => {
    const { text, value } = await list(
      [period(NOON, { name: 'L-701' }), period(NOON - DAY_MS, { name: undefined })],
      'utc'
    );
    expect(text).toEqual(['L-701 · 2026-03-03 12:00, 1 h', '2026-03-02 12:00, 1 h']);
    expect(value).toEqual([String(NOON), String(NOON - DAY_MS)]);
  });

  it('are the newest ones, the newest first', async () => {
    const starts = Array.from({ length: 600 }, (_, index) => NOON + index * HOUR_MS);
    const { value } = await list(
      starts.map((start) => period(start)),
      'utc'
    );
    expect(value).toEqual(starts.map(String).reverse().slice(0, 500));
  });

  it('say that they go on, and whose they are where several tags have some', async () => {
    const { text } = await list(
      [period(NOON, { end: 'inProgress', series: 'P2 · Flow' }), period(NOON - DAY_MS, { series: 'P1 · Flow' })],
      'utc'
    );
    expect(text).toEqual(['2026-03-03 12:00, 1 h, in progress, P2 · Flow', '2026-03-02 12:00, 1 h, P1 · Flow']);
  });

  it('say how long they last at least where an end is not known', async () => {
    const cut: ReadonlyArray<Partial<ListedPeriod>> = [{ start: 'cut' }, { end: 'cut' }];
    for (const change of cut) {
      expect((await list([period(NOON, change)], 'utc')).text).toEqual(['2026-03-03 12:00, at least 1 h']);
    }
  });

  it('and runs have the durations of their variables', async () => {
    const runs = { kind: 'runs', hold: '$hold', joinWithin: '$join', count: 25, runsBy: 'values' } as const;
    const { asked } = await list([], 'utc', { ...query, ...runs });
    expect(asked).toMatchObject([{ kind: 'runs', hold: '6h', joinWithin: '30s', count: 25, runsBy: 'values' }]);
  });

  it('of runs begin with the last one where that is wanted, whichever it is, and also without any', async () => {
    const runs = { ...query, kind: 'runs', withLast: true } as const;
    const { text, value, from, to } = await list(
      [period(NOON - DAY_MS), period(NOON, { end: 'inProgress' })],
      'utc',
      runs
    );
    expect(value).toEqual(['last', String(NOON), String(NOON - DAY_MS)]);
    expect(text[0]).toBe('Last run');
    expect([from?.[0], to?.[0]]).toEqual([String(NOON), 'now']);
    expect((await list([], 'utc', runs)).value).toEqual(['last']);
    expect((await list([], 'utc', { ...runs, kind: 'periods' })).value).toEqual([]);
  });

  it('name a variable that does not exist', async () => {
    await expect(options({ ...query, device: '', minDuration: '$short' })).rejects.toThrow('has no value');
  });
});
