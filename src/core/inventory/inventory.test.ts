import { ApiClient } from '../api/apiClient';
import { TelemetryError } from '../api/telemetryError';
import type { Transport } from '../api/transport';
import { createConcurrencyLimit } from '../concurrency/concurrencyLimit';
import { createFakeClock } from '../../testSupport/testClocks';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient } from '../../testSupport/testClient';
import type { Device } from './device';
import { Inventory } from './inventory';

const MINUTE = 60_000;

function device(code: string): Device {
  return {
    code,
    name: code,
    type: 'pump',
    site: 'Getafe',
    area: '',
    connection: '',
    lastContactEpochMs: undefined,
    tags: [],
  };
}

function createInventory(behavior: Partial<ServerBehavior> = {}, codes = ['A', 'B', 'C']) {
  const { client, server, clock } = createTestClient({ ...EMPTY_DATA, devices: codes.map(device) }, behavior);
  return { inventory: new Inventory(client, clock), server, clock };
}

it.each<[string, Partial<ServerBehavior>]>([
  ['on one page', {}],
  ['one device per page', { maxPageRows: 1 }],
  ['on overlapping pages', { maxPageRows: 2, overlapRows: 1 }],
])('lists every device exactly once: %s', async (_, behavior) => {
  const devices = await createInventory(behavior).inventory.devices();
  expect(devices).toEqual(['A', 'B', 'C'].map(device));
});

it('ends the request in flight when it is cancelled, and sends another for the next caller', async () => {
  const { inventory, server } = createInventory();
  const cancelled = inventory.devices();
  inventory.cancel();
  const next = inventory.devices();
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  await expect(next).resolves.toHaveLength(3);
  inventory.cancel();
  expect(inventory.loaded()).toHaveLength(3);
  expect(server.requests.length).toBeLessThanOrEqual(2);
});

it('sends one request for concurrent callers, and caches the response for five minutes', async () => {
  const { inventory, server, clock } = createInventory();
  await Promise.all([inventory.devices(), inventory.devices(), inventory.devices()]);
  clock.advance(5 * MINUTE - 1);
  await inventory.devices();
  expect(server.requests).toEqual([{ path: 'v1/dispositivos', params: { limite: '2000' } }]);
  clock.advance(1);
  await inventory.devices();
  expect(server.requests).toHaveLength(2);
});

it('is not used for longer because the time of day is set back', async () => {
  const { inventory, server, clock } = createInventory({
    intercept: (_, number) => (number === 2 ? { kind: 'status', status: 403 } : undefined),
  });
  await inventory.devices();
  clock.setBack(60 * MINUTE);
  clock.advance(5 * MINUTE);
  expect(inventory.loaded()).toBeUndefined();
  await expect(inventory.devices()).rejects.toMatchObject({ kind: 'forbidden' });
  clock.setBack(60 * MINUTE);
  clock.advance(5000);
  await inventory.devices();
  expect(server.requests).toHaveLength(3);
});

it('rejects for all callers on failure, and requests again only after five seconds', async () => {
  const { inventory, server, clock } = createInventory({
    intercept: (_, number) => (number === 1 ? { kind: 'status', status: 403 } : undefined),
  });
  await expect(Promise.all([inventory.devices(), inventory.devices()])).rejects.toMatchObject({ kind: 'forbidden' });
  clock.advance(4999);
  await expect(inventory.devices()).rejects.toMatchObject({ kind: 'forbidden' });
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  expect(await inventory.devices()).toHaveLength(3);
});

it('keeps the devices that are loaded while newer ones are requested', async () => {
  const { inventory, server, clock } = createInventory();
  await inventory.devices();
  clock.advance(2000);
  const newer = inventory.devices(2000);
  expect(inventory.loaded()).toHaveLength(3);
  expect(await inventory.devices()).toHaveLength(3);
  expect(await newer).toHaveLength(3);
  expect(server.requests).toHaveLength(2);
});

it('keeps the devices that are loaded when newer ones cannot be requested', async () => {
  const { inventory, server, clock } = createInventory({
    intercept: (_, number) => (number === 2 ? { kind: 'status', status: 403 } : undefined),
  });
  await inventory.devices();
  clock.advance(2000);
  await expect(inventory.devices(2000)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(inventory.loaded()).toHaveLength(3);
  expect(await inventory.devices()).toHaveLength(3);
  await expect(inventory.devices(2000)).rejects.toMatchObject({ kind: 'forbidden' });
  expect(server.requests).toHaveLength(2);
});

it('tries again at once after the API was unresponsive, because nothing was sent', async () => {
  const clock = createFakeClock();
  let isUnresponsive = true;
  const transport: Transport = () =>
    isUnresponsive
      ? Promise.reject(new TelemetryError('unresponsive', { unansweredMs: 60_000 }))
      : Promise.resolve({ status: 200, body: { dispositivos: [] }, header: () => undefined });
  const client = new ApiClient({ transport, limit: createConcurrencyLimit(1), clock, random: () => 0 });
  const inventory = new Inventory(client, clock);
  await expect(inventory.devices()).rejects.toMatchObject({ kind: 'unresponsive' });
  isUnresponsive = false;
  expect(await inventory.devices()).toEqual([]);
});
