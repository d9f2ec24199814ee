import type { DataFrame } from '@grafana/data';
import { firstValueFrom, lastValueFrom } from 'rxjs';
import { createInterpolate, interpolateVariableQuery } from '../../grafana/query/interpolation';
import { createPanelContext } from '../../grafana/query/panelContext';
import { variableResponse } from '../../grafana/variables/variableResponse';
import { DEFAULT_VARIABLE_QUERY, type VariableQuery } from '../../query/variableQuery';
import { BEGINS, everyMinute, NOW, ovens, RANGE, runAt, START } from '../../testSupport/ovenRuns';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import type { SpecData } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import { createFakeClock } from '../../testSupport/testClocks';
import { runQuery } from '../runQuery';
import { listRuns } from './listRuns';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const READINGS = {
  // Cools down all the while.
  temp: everyMinute((at) => 200 - (at - START) / HOUR),
  lote: everyMinute((at) => (runAt(at) < 0 ? 0 : 700 + (runAt(at) % 3))),
  piezas: everyMinute((at) => (at - (BEGINS.filter((begin) => begin <= at).at(-1) ?? START - HOUR)) / MINUTE),
};

const plant = (devices: readonly string[] = ['HOR-1']): SpecData => ovens(READINGS, devices);

const RUNNING: Partial<VariableQuery> = {
  kind: 'runs',
  device: 'HOR-1',
  tag: 'estado',
  condition: { operator: '=', value: 'marcha', upper: '' },
};

interface Setup {
  readonly data?: SpecData;
  readonly behavior?: Partial<ServerBehavior>;
  readonly range?: typeof RANGE;
}

function open({ data = plant(), behavior, range = RANGE }: Setup = {}) {
  const client = createTestClient(data, behavior, { clock: createFakeClock(NOW) });
  const services = dataSourceServices(client);
  const list = (change: Partial<VariableQuery>) => {
    const query = interpolateVariableQuery({ ...DEFAULT_VARIABLE_QUERY, ...RUNNING, ...change }, (text) => [text]);
    return listRuns(query, createPanelContext(panelRequest(range, []), services), new AbortController().signal);
  };
  return { list, services, server: client.server };
}

const list = (change: Partial<VariableQuery>, setup?: Setup) => open(setup).list(change);

it('lists the last runs, also those before the time range, and that the last one goes on', async () => {
  const runs = await list({ count: 3 });
  expect(runs).toMatchObject([
    { fromEpochMs: BEGINS[2], toEpochMs: BEGINS[2]! + 2 * HOUR, start: 'known', end: 'known', series: '' },
    { fromEpochMs: BEGINS[3], toEpochMs: BEGINS[3]! + 2 * HOUR, start: 'known', end: 'known', series: '' },
    { fromEpochMs: BEGINS[4], toEpochMs: NOW, start: 'known', end: 'inProgress', series: '' },
  ]);
  expect(runs.map(({ name }) => name)).toEqual([undefined, undefined, undefined]);
});

it('needs the readings of nothing but the tag that says when they begin', async () => {
  const { list: listed, server } = open();
  await listed({});
  const tags = server.requests.flatMap(({ params }) => (params?.tag === undefined ? [] : [params.tag]));
  expect(new Set(tags)).toEqual(new Set(['estado']));
});

it('names those of a value by it, and has the condition choose among the values', async () => {
  const runs = await list({ tag: 'lote', runsBy: 'values', condition: { operator: '>', value: '0', upper: '' } });
  expect(runs.map(({ name, fromEpochMs }) => [name, fromEpochMs])).toEqual(
    [700, 701, 702, 700, 701].map((batch, index) => [String(batch), BEGINS[index]])
  );
});

it('lists those from one restart of a counter to the next', async () => {
  const runs = await list({ tag: 'piezas', runsBy: 'restarts', count: 2 });
  expect(runs.map(({ fromEpochMs }) => fromEpochMs)).toEqual([BEGINS[3], BEGINS[4]]);
});

it('leaves out short ones, and joins over short interruptions', async () => {
  expect(await list({ minDuration: '3h' })).toEqual([]);
  const [joined, ...others] = await list({ joinWithin: '4h' });
  expect(joined).toMatchObject({ fromEpochMs: BEGINS[0], end: 'inProgress' });
  expect(others).toEqual([]);
});

it('lists those of every device that has the tag, with their names', async () => {
  const runs = await list({ device: '', count: 1 }, { data: plant(['HOR-1', 'HOR-2']) });
  expect(runs.map(({ series }) => series)).toEqual([
    expect.stringMatching(/^Horno HOR-1/),
    expect.stringMatching(/^Horno HOR-2/),
  ]);
});

it('lists none where none begins', async () => {
  expect(await list({ condition: { operator: '=', value: '7', upper: '' } })).toEqual([]);
});

it.each<[string, Partial<VariableQuery>, RegExp]>([
  ['no tag', { tag: '' }, /Choose the tag that says when runs begin and end/],
  ['no value', { condition: { operator: '>', value: '', upper: '' } }, /Choose the value of the condition/],
  ['an unknown state', { condition: { operator: '=', value: 'roto', upper: '' } }, /parada \(0\), marcha \(1\)/],
  ['an unknown device', { device: 'NADA' }, /NADA/],
  ['what is no counter', { tag: 'temp', runsBy: 'restarts' }, /temp falls more often than it rises/],
  ['a hold limit that is none', { hold: 'long' }, /long/],
])('%s is an error that says what is needed', async (_what, change, message) => {
  await expect(list(change)).rejects.toThrow(message);
});

it('fails with the error of the API', async () => {
  const behavior: Partial<ServerBehavior> = {
    intercept: ({ params }) => (params?.tag === 'estado' ? { kind: 'status', status: 404 } : undefined),
  };
  await expect(list({}, { behavior })).rejects.toThrow(/HOR-1/);
});

describe('a query with variables of runs', () => {
  async function valuesOf(change: Partial<VariableQuery>) {
    const { services } = open();
    const { range } = panelRequest(RANGE, []);
    const target = { ...DEFAULT_VARIABLE_QUERY, ...RUNNING, ...change };
    const response = variableResponse(
      { targets: [target], range },
      services,
      (text) => [text],
      (query, signal) => listRuns(query, createPanelContext(panelRequest(RANGE, []), services), signal)
    );
    const [frame] = (await firstValueFrom(response)).data as DataFrame[];
    return frame!.fields.find(({ name }) => name === 'value')!.values as string[];
  }

  it.each<[string, Partial<VariableQuery>]>([
    ['a condition', {}],
    [
      'a value that another run has, too',
      { tag: 'lote', runsBy: 'values', condition: { operator: '>', value: '0', upper: '' } },
    ],
  ])('compares exactly two of %s', async (_what, change) => {
    const values = await valuesOf(change);
    expect(values).toEqual([...BEGINS].reverse().map(String));
    const [, compared = '', , , reference = ''] = values;
    const chosen: Readonly<Record<string, string>> = { $run: compared, $other: reference };
    const interpolate = createInterpolate(
      {
        // As Grafana replaces the variables of a query.
        replace: (text = '', _scoped, format) => {
          const value = chosen[text];
          return value === undefined
            ? text
            : (format as (value: string, variable: object) => string)(value, { type: 'query' });
        },
      },
      {}
    );
    const { services } = open();
    const target = {
      ...{ kind: 'runs', devices: ['HOR-1'], tags: ['temp'], runTag: change.tag ?? 'estado' },
      ...{ runsBy: change.runsBy ?? 'condition', condition: change.condition ?? RUNNING.condition },
      ...{ run: '$run', reference: ['$other'], format: 'table' },
    };
    const request = panelRequest(RANGE, [target as never], { panelPluginId: 'table' });
    const [frame] = (await lastValueFrom(runQuery(request, services, interpolate))).data as DataFrame[];
    expect(frame!.fields.find(({ name }) => name === 'part')!.values).toEqual([
      'In progress',
      'Compared',
      '',
      '',
      'Reference',
    ]);
  });
});
