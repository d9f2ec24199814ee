import { historyTools } from '../testSupport/panelRequest';
import { EMPTY_WORLD } from '../testSupport/specWorld';
import { createTestClient } from '../testSupport/testClient';
import type { Device } from '../core/inventory/device';
import { normalizeQuery } from '../query/normalizeQuery';
import type { HistoryQuery } from '../query/telemetryQuery';
import { existingSeries, unlessLate, visibleDevices } from './existingSeries';

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
  const testClient = createTestClient(EMPTY_WORLD, { disturb: () => ({ kind: 'status', status: 403 }) });
  expect(await visibleDevices(historyTools(testClient).inventory)).toEqual([]);
});

describe('what is late', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is replaced by its stand-in after three seconds', async () => {
    const hanging = unlessLate(new Promise<string>(() => undefined), 'stand-in');
    await jest.advanceTimersByTimeAsync(3000);
    expect(await hanging).toBe('stand-in');
  });

  it('is taken when it comes in time, and leaves no timer behind', async () => {
    expect(await unlessLate(Promise.resolve('in time'), 'stand-in')).toBe('in time');
    expect(jest.getTimerCount()).toBe(0);
  });
});
