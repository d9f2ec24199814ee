import { createPanelContext } from '../../grafana/query/panelContext';
import { interpolateVariableQuery } from '../../grafana/query/interpolation';
import { DEFAULT_VARIABLE_QUERY, type VariableQuery } from '../../query/variableQuery';
import { dataSourceServices, panelRequest } from '../../testSupport/panelRequest';
import { EMPTY_DATA, type Reading, type SpecData } from '../../testSupport/specServer/specData';
import { createFakeClock } from '../../testSupport/testClocks';
import { createTestClient } from '../../testSupport/testClient';
import { listPeriods } from './listPeriods';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 1);
const NOW = START + 24 * HOUR;
const hours = (count: number) => START + count * HOUR;

const TAG = { key: 'estado', name: 'Estado (0 parada, 1 marcha)', unit: '', type: 'estado' };

/** On change, at hours of the range. */
function series(device: string, changes: ReadonlyArray<readonly [hour: number, value: number]>) {
  const readings = changes.map(([hour, value]): Reading => ({ atEpochMs: hours(hour), value }));
  return { device, tag: TAG.key, name: TAG.name, unit: '', readings };
}

function plant(...all: ReadonlyArray<ReturnType<typeof series>>): SpecData {
  return {
    ...EMPTY_DATA,
    devices: all.map(({ device }) => ({
      code: device,
      name: device,
      type: '',
      site: '',
      area: '',
      connection: '',
      lastContactEpochMs: undefined,
      tags: [TAG],
    })),
    series: all,
  };
}

const RUNNING: Partial<VariableQuery> = {
  kind: 'periods',
  tag: 'estado',
  condition: { operator: '=', value: 'marcha', upper: '' },
};

function list(data: SpecData, change: Partial<VariableQuery>) {
  const query = interpolateVariableQuery({ ...DEFAULT_VARIABLE_QUERY, ...RUNNING, ...change }, (text) => [text]);
  // The hold limit, two hours, is longer than what lies between two readings.
  const services = dataSourceServices(createTestClient(data, {}, { clock: createFakeClock(NOW) }));
  const request = panelRequest({ fromEpochMs: hours(2), toEpochMs: hours(24) }, []);
  return listPeriods(query, createPanelContext(request, services), new AbortController().signal);
}

const LINE = series('LIN-1', [
  [0, 0],
  [1, 1],
  [2.5, 1],
  [3, 0],
  [4, 1],
  [4.01, 0],
  [23, 1],
]);

it('lists the periods of the time range, from their beginning before it', async () => {
  expect(await list(plant(LINE), { device: 'LIN-1' })).toEqual([
    { fromEpochMs: hours(1), toEpochMs: hours(3), start: 'known', end: 'known', series: '' },
    { fromEpochMs: hours(4), toEpochMs: hours(4.01), start: 'known', end: 'known', series: '' },
    { fromEpochMs: hours(23), toEpochMs: NOW, start: 'known', end: 'inProgress', series: '' },
  ]);
});

it('leaves out short periods', async () => {
  const periods = await list(plant(LINE), { device: 'LIN-1', minDuration: '10m' });
  expect(periods.map(({ fromEpochMs }) => fromEpochMs)).toEqual([hours(1), hours(23)]);
});

it('joins them over short interruptions, and knows values for as long as the variable says', async () => {
  const joined = await list(plant(LINE), { device: 'LIN-1', joinWithin: '1h' });
  expect(joined.map(({ fromEpochMs }) => fromEpochMs)).toEqual([hours(1), hours(23)]);
  // The reading of 2.5 h is an hour and a half after the one before it, and the range begins at 2 h.
  const held = await list(plant(LINE), { device: 'LIN-1', hold: '1h', minDuration: '10m' });
  expect(held.map(({ fromEpochMs, toEpochMs }) => [fromEpochMs, toEpochMs])).toEqual([
    [hours(2.5), hours(3)],
    [hours(23), NOW],
  ]);
});

it('lists those of every device that has the tag, with their names', async () => {
  const other = series('LIN-2', [
    [5, 1],
    [6, 0],
  ]);
  const periods = await list(plant(LINE, other), { minDuration: '30m' });
  expect(periods.map(({ series: name }) => name)).toEqual([
    expect.stringMatching(/^LIN-1/),
    expect.stringMatching(/^LIN-1/),
    expect.stringMatching(/^LIN-2/),
  ]);
});

it.each<[string, Partial<VariableQuery>, RegExp]>([
  ['no tag', { tag: '' }, /Choose the tag/],
  ['no value', { condition: { operator: '>', value: '', upper: '' } }, /needs a value/],
  ['an unknown state', { condition: { operator: '=', value: 'roto', upper: '' } }, /parada \(0\), marcha \(1\)/],
  ['an unknown device', { device: 'NADA' }, /NADA/],
  ['a minimum duration that is none', { minDuration: 'long' }, /"long" is not a valid duration/],
])('%s is an error that says what is needed', async (_what, change, message) => {
  await expect(list(plant(LINE), { device: 'LIN-1', ...change })).rejects.toThrow(message);
});
