import type { ServerBehavior } from '../../testSupport/serverBehavior';
import { EMPTY_DATA } from '../../testSupport/specData';
import { createTestClient } from '../../testSupport/testClient';
import { checkHealth } from './checkHealth';

const SETTINGS = { url: 'https://api.example.com' };

function check(intercept?: ServerBehavior['intercept']) {
  const { client, server } = createTestClient(EMPTY_DATA, intercept && { intercept });
  return { server, health: checkHealth(client, SETTINGS) };
}

/** Responds with 403 to these paths. */
function withoutPermission(...paths: string[]): ServerBehavior['intercept'] {
  return ({ path }) => (paths.includes(path) ? { kind: 'status', status: 403 } : undefined);
}

it('requests one row from every operation, and lists what the key can read', async () => {
  const { server, health } = check();
  expect(await health).toEqual({
    status: 'success',
    message: 'Connected. The API key can read: readings and latest values, devices, alerts, exports.',
  });
  expect(server.requests).toEqual([
    { path: 'v1/valores', params: { limite: '1' } },
    { path: 'v1/dispositivos', params: { limite: '1' } },
    { path: 'v1/alertas', params: { limite: '1' } },
    { path: 'v1/exportaciones', params: {} },
  ]);
});

it('sends no request without a URL', async () => {
  const { client, server } = createTestClient(EMPTY_DATA);
  expect(await checkHealth(client, {})).toMatchObject({
    status: 'error',
    message: expect.stringContaining('No URL is set'),
  });
  expect(server.requests).toEqual([]);
});

it.each<[string, ServerBehavior['intercept'], RegExp]>([
  ['a rejected key', () => ({ kind: 'status', status: 401 }), /^The API key was rejected/],
  ['an unreachable server', () => ({ kind: 'connectionLost' }), /could not be reached/],
  ['a server that fails', () => ({ kind: 'status', status: 500, body: 'disk' }), /failed \(status 500\).*\[disk\]$/],
])('reports %s once, without details', async (_, intercept, message) => {
  const health = await check(intercept).health;
  expect(health).toMatchObject({ status: 'error', message: expect.stringMatching(message) });
  expect(health.details).toBeUndefined();
});

it('fails if the key cannot read readings, with a line per operation', async () => {
  expect(await check(withoutPermission('v1/valores', 'v1/exportaciones')).health).toMatchObject({
    status: 'error',
    message: expect.stringContaining('lacks the permission lecturas:leer'),
    details: {
      message: expect.stringMatching(
        /readings and latest values: .*v1\/valores[^]*devices: OK\nalerts: OK\nexports: .*v1\/exp/
      ),
    },
  });
});

it('fails if the key has no permissions, and lists the missing ones', async () => {
  const health = await check(() => ({ kind: 'status', status: 403 })).health;
  expect(health).toMatchObject({ status: 'error', details: { message: expect.stringContaining('v1/alertas') } });
});

it('succeeds if the key can read readings, and lists the other missing permissions', async () => {
  expect(await check(withoutPermission('v1/alertas')).health).toMatchObject({
    status: 'success',
    message: expect.stringMatching(/cannot read everything.*devices: OK · alerts: .*permission alertas:leer/),
  });
});
