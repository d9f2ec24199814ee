import { dataSourceServices } from '../../testSupport/panelRequest';
import { EMPTY_DATA } from '../../testSupport/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { Device } from '../../core/inventory/device';
import { normalizeQuery } from '../../query/normalizeQuery';
import type { HistoryQuery } from '../../query/telemetryQuery';
import { existingSeries, withTimeout, visibleDevices } from './existingSeries';

function device(code: string, ...keys: string[]): Device {
  const tags = keys.map((key) => ({ key, name: key, unit: '', type: '' }));
  return { code, name: code, type: '', site: '', area: '', connection: '', lastContactEpochMs: undefined, tags };
}

const DEVICES = Promise.resolve([device('A', 'x', 'y'), device('B', 'y')]);

it.each([
  ['a single pair, even if it does not exist', ['A'], ['z'], ['A z']],
  ['all pairs that exist', ['A', 'B'], ['x', 'y'], ['A x', 'A y', 'B y']],
  [
    'every tag of a device that is not in the inventory',
    ['B', 'RETIRED'],
    ['x', 'y'],
    ['B y', 'RETIRED x', 'RETIRED y'],
  ],
  ['no pairs', ['A', 'B'], ['z'], []],
])('returns %s', async (_, devices, tags, expected) => {
  const query = normalizeQuery({ devices, tags }) as HistoryQuery;
  const series = await existingSeries(query, () => DEVICES);
  expect(series.map(({ device: code, tag }) => `${code} ${tag}`)).toEqual(expected);
});

it('lists no devices if the key may not read the inventory', async () => {
  const testClient = createTestClient(EMPTY_DATA, { intercept: () => ({ kind: 'status', status: 403 }) });
  expect(await visibleDevices(dataSourceServices(testClient).inventory)).toEqual([]);
});

describe('a promise with a timeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves to the fallback if it takes longer', async () => {
    const hanging = withTimeout(new Promise<string>(() => undefined), 3000, 'fallback');
    await jest.advanceTimersByTimeAsync(3000);
    expect(await hanging).toBe('fallback');
  });

  it('resolves to its value if it is in time, and leaves no timer behind', async () => {
    expect(await withTimeout(Promise.resolve('in time'), 3000, 'fallback')).toBe('in time');
    expect(jest.getTimerCount()).toBe(0);
  });
});
