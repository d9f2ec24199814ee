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
  ['one pair, without looking', ['A'], ['z'], ['A z']],
  ['pairs that exist', ['A', 'B'], ['x', 'y'], ['A x', 'A y', 'B y']],
  ['a device that is not listed, with every tag', ['B', 'RETIRED'], ['x', 'y'], ['B y', 'RETIRED x', 'RETIRED y']],
  ['no pair', ['A', 'B'], ['z'], []],
])('%s', async (_, devices, tags, expected) => {
  const query = normalizeQuery({ devices, tags }) as HistoryQuery;
  const series = await existingSeries(query, () => DEVICES);
  expect(series.map(({ device: code, tag }) => `${code} ${tag}`)).toEqual(expected);
});

it('an inventory that may not be seen lists nothing', async () => {
  const testClient = createTestClient(EMPTY_DATA, { intercept: () => ({ kind: 'status', status: 403 }) });
  expect(await visibleDevices(dataSourceServices(testClient).inventory)).toEqual([]);
});

describe('a promise with a timeout', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('resolves to the fallback when it takes longer', async () => {
    const hanging = withTimeout(new Promise<string>(() => undefined), 3000, 'fallback');
    await jest.advanceTimersByTimeAsync(3000);
    expect(await hanging).toBe('fallback');
  });

  it('resolves to its value in time, and leaves no timer behind', async () => {
    expect(await withTimeout(Promise.resolve('in time'), 3000, 'fallback')).toBe('in time');
    expect(jest.getTimerCount()).toBe(0);
  });
});
