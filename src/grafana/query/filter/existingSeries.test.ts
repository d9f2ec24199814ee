import type { FilterCondition } from '../../../core/inventory/seriesFilter';
import { dataSourceServices } from '../../../testSupport/panelRequest';
import type { ServerBehavior } from '../../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../../testSupport/specServer/specData';
import { createTestClient } from '../../../testSupport/testClient';
import type { Device } from '../../../core/inventory/device';
import { normalizeQuery } from '../../../kinds/normalizeQuery';
import type { HistoryQuery } from '../../../kinds/history/historyQuery';
import { existingSeries } from './existingSeries';

function device(code: string, site: string, type: string, ...keys: string[]): Device {
  const tags = keys.map((key) => ({ key, name: key, unit: '', type: '' }));
  return { code, name: code, type, site, area: '', connection: '', lastContactEpochMs: undefined, tags };
}

const DEVICES = [
  device('A', 'Getafe', 'pump', 'x', 'y'),
  device('B', 'Getafe', 'oven', 'y'),
  device('C*', 'Toluca', 'pump', 'x'),
];

async function selected(
  saved: Partial<HistoryQuery>,
  conditions: readonly FilterCondition[] = [],
  behavior: Partial<ServerBehavior> = {}
) {
  const testClient = createTestClient({ ...EMPTY_DATA, devices: DEVICES }, behavior);
  const panel = {
    services: dataSourceServices(testClient),
    adHocConditions: conditions,
    isCalculated: false,
    mayBeCalculated: false,
  };
  const { series, omitted } = await existingSeries(normalizeQuery(saved) as HistoryQuery, panel);
  const pairs = series.map(({ device: code, tag }) => `${code} ${tag}`);
  return { pairs, omitted, requests: testClient.server.requests.length };
}

it.each<[string, Partial<HistoryQuery>, string[]]>([
  ['a single pair, even if it does not exist', { devices: ['A'], tags: ['z'] }, ['A z']],
  ['all pairs that exist', { devices: ['A', 'B'], tags: ['x', 'y'] }, ['A x', 'A y', 'B y']],
  [
    'every tag of a device that is not in the inventory',
    { devices: ['B', 'RETIRED'], tags: ['x', 'y'] },
    ['B y', 'RETIRED x', 'RETIRED y'],
  ],
  ['no pairs', { devices: ['A', 'B'], tags: ['z'] }, []],
  ['devices by pattern', { devices: ['*'], tags: ['x'] }, ['A x', 'C* x']],
  ['tags by regular expression', { devices: ['A'], tags: ['/^[xy]$/'] }, ['A x', 'A y']],
  ['a code that looks like a pattern', { devices: ['C*'], tags: ['*'] }, ['C* x']],
  ['everything of a site', { sites: ['Getafe'], tags: ['*'] }, ['A x', 'A y', 'B y']],
  ['a type in a site', { sites: ['Get*'], deviceTypes: ['pump'], tags: ['y'] }, ['A y']],
])('returns %s', async (_, query, expected) => {
  expect(await selected(query)).toMatchObject({ pairs: expected, omitted: 0 });
});

it('requests a single named pair without waiting for the inventory', async () => {
  expect((await selected({ devices: ['A'], tags: ['x'] })).requests).toBe(0);
});

it('applies the ad hoc filters of the dashboard', async () => {
  const notGetafe: FilterCondition = { property: 'site', values: ['Getafe'], isNegated: true };
  expect(await selected({ devices: ['A', 'C*'], tags: ['x'] }, [notGetafe])).toMatchObject({ pairs: ['C* x'] });
  expect(await selected({ devices: ['A'], tags: ['x'] }, [notGetafe])).toMatchObject({ pairs: [] });
});

it('returns as many series as the query allows, and reports how many others there are', async () => {
  const query = { devices: ['*'], tags: ['*'], maxSeries: 3 };
  expect(await selected(query)).toMatchObject({ pairs: ['A x', 'A y', 'B y'], omitted: 1 });
});

it('a filter without an inventory is an error instead of no series', async () => {
  const forbidden = { intercept: () => ({ kind: 'status', status: 403 }) as const };
  await expect(selected({ devices: ['*'], tags: ['x'] }, [], forbidden)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(selected({ devices: ['/(/'], tags: ['x'] })).rejects.toThrow('/(/ is not a valid regular expression');
});

it('counts the pairs of thousands of devices and tags without listing them', async () => {
  const names = (prefix: string) => Array.from({ length: 5000 }, (_, index) => `${prefix}${index}`);
  const { pairs, omitted } = await selected({
    devices: [...names('D'), 'A'],
    tags: [...names('t'), 'y'],
    maxSeries: 2,
  });
  expect(pairs).toEqual(['D0 t0', 'D0 t1']);
  expect(omitted).toBe(5000 * 5001 + 1 - 2);
});
