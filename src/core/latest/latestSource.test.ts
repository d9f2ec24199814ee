import { createRequestDeduper } from '../concurrency/requestDeduper';
import type { ServerBehavior } from '../../testSupport/specServer/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import { LatestSource } from './latestSource';
import type { LatestValue } from './latestValue';

function value(device: string, tag: string, number: number): LatestValue {
  return { device, tag, name: tag, unit: 'bar', value: number, timeEpochMs: Date.UTC(2026, 2, 1) };
}

const VALUES = [value('P1', 'a', 1), value('P1', 'b', 2), value('P2', 'a', 3)];

function source(behavior: Partial<ServerBehavior> = {}) {
  const { client, server, clock } = createTestClient({ ...EMPTY_DATA, values: VALUES }, behavior);
  return { latest: new LatestSource(client, createRequestDeduper(), clock), server, clock };
}

it('panels that request them at about the same time share one request', async () => {
  const { latest, server, clock } = source();
  const [first, second] = await Promise.all([latest.all(testContext()), latest.all(testContext())]);
  clock.advance(1_999);
  const third = await latest.all(testContext());
  expect([first, second, third]).toEqual([VALUES, VALUES, VALUES]);
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  await latest.all(testContext());
  expect(server.requests).toHaveLength(2);
});

it('follows all pages; a value that two pages contain is there once', async () => {
  const { latest, server } = source({ maxPageRows: 1, overlapRows: 1, emptyPages: 1, lastCursor: 'absent' });
  expect(await latest.all(testContext())).toEqual(VALUES);
  expect(server.requests[0]?.params).toEqual({ limite: '5000' });
});

it('requests a single device', async () => {
  const { latest, server } = source();
  expect(await latest.ofDevice('P2', testContext())).toEqual([VALUES[2]]);
  expect(server.requests[0]?.params).toEqual({ dispositivo: 'P2', limite: '5000' });
});

it('panels that request the same device one after the other share one request', async () => {
  const { latest, server, clock } = source();
  await latest.ofDevice('P2', testContext());
  clock.advance(1_999);
  expect(await latest.ofDevice('P2', testContext())).toEqual([VALUES[2]]);
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  await latest.ofDevice('P2', testContext());
  expect(server.requests).toHaveLength(2);
});

it('takes a single device from the list of all, which is received or in flight', async () => {
  const { latest, server, clock } = source();
  const [, inFlight] = await Promise.all([latest.all(testContext()), latest.ofDevice('P2', testContext())]);
  clock.advance(1_999);
  expect([inFlight, await latest.ofDevice('P2', testContext())]).toEqual([[VALUES[2]], [VALUES[2]]]);
  expect(server.requests).toHaveLength(1);
  clock.advance(1);
  await latest.ofDevice('P2', testContext());
  expect(server.requests[1]?.params).toEqual({ dispositivo: 'P2', limite: '5000' });
});

it('with the cache bypassed, requests the values now, for all who bypass it at the same time; others share them afterwards', async () => {
  const { latest, server } = source();
  const bypassing = { ...testContext(), noCache: true };
  await Promise.all([latest.all(testContext()), latest.all(bypassing), latest.all(bypassing)]);
  expect(server.requests.map(({ noCache }) => noCache === true)).toEqual([false, true]);
  await latest.ofDevice('P2', bypassing);
  expect(server.requests).toHaveLength(3);
  expect(server.requests[2]?.params).toEqual({ dispositivo: 'P2', limite: '5000' });
  await latest.ofDevice('P2', testContext());
  expect(server.requests).toHaveLength(3);
});

it('after a failed list of all, requests a single device', async () => {
  const { latest, server } = source({
    intercept: (_, number) => (number === 1 ? { kind: 'status', status: 403 } : undefined),
  });
  await expect(latest.all(testContext())).rejects.toMatchObject({ kind: 'forbidden' });
  expect(await latest.ofDevice('P2', testContext())).toEqual([VALUES[2]]);
  expect(server.requests[1]?.params).toEqual({ dispositivo: 'P2', limite: '5000' });
});
