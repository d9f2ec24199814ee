import fastify, { type FastifyInstance } from 'fastify';
import type { App } from './appType.ts';
import { problemsOfRoute } from './openapi/routeProblems.ts';
import type { ScopeName } from './scopes/scopes.ts';
import { sendProblem } from './problems/sendProblem.ts';
import { requestScopes, type RequestScopes } from './requestScopes.ts';
import type { Queryable } from '../store/database/queryable.ts';
import { startStopwatch } from '../stopwatch.ts';

const ROUTE = { config: { permission: 'lecturas:leer' } } as const;
const LIMITS = {
  rate: undefined,
  maxConcurrentRequests: 1,
  maxConcurrentRequestsPerKey: 1,
  maxRunning: 1,
  maxRunningPerKey: 1,
  maxConcurrentDownloads: 0,
  maxDownloadsPerExport: 1,
  maxDownloadsPerAddress: 1,
  stallTimeoutMs: 1000,
};

let app: FastifyInstance;
let scopes: RequestScopes;
let isStopping: boolean;

beforeEach(() => {
  isStopping = false;
  app = fastify();
  app.setErrorHandler(sendProblem);
  const db = { query: async () => ({ rows: [] }) } as unknown as Queryable;
  scopes = requestScopes(app as unknown as App, { db, now: () => 0, startStopwatch }, LIMITS, () => isStopping);
});

afterEach(() => app.close());

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(new URL(path, address), { headers });
  return { headers: answer.headers, body: (await answer.json()) as { readonly codigo?: string } };
}

/** The error of a request without a key for HTML to a route in a scope, which OpenAPI describes; undefined if its handler answers. */
async function rejectionIn(scope: ScopeName): Promise<string | undefined> {
  scopes.register(scope, (routes) => routes.get('/:id', ROUTE, async () => ({})), `/${scope}`);
  const { body } = await get(`/${scope}/1`, { accept: 'text/html' });
  expect([...problemsOfRoute({ scope }, {}), undefined]).toContain(body.codigo);
  return body.codigo;
}

test.each<[ScopeName, string | undefined]>([
  ['data', 'clave_requerida'],
  ['operators', 'clave_requerida'],
  ['downloads', 'servidor_ocupado'],
  ['json', 'formato_no_aceptable'],
  ['open', undefined],
])('the scope %s has its own checks', async (scope, codigo) => {
  expect(await rejectionIn(scope)).toBe(codigo);
});

test.each<[ScopeName, string | undefined]>([
  ['data', 'servidor_deteniendose'],
  ['operators', 'servidor_deteniendose'],
  ['downloads', 'servidor_deteniendose'],
  ['json', 'formato_no_aceptable'],
  ['open', undefined],
])('while the service stops, a request in the scope %s', async (scope, codigo) => {
  isStopping = true;
  expect(await rejectionIn(scope)).toBe(codigo);
});

test.each(['/open', '/nothing'])('the address of %s must be short enough, and the answer has an id', async (path) => {
  scopes.register('open', (routes) => routes.get('/open', async () => ({})));
  const { headers, body } = await get(`${path}?${'x'.repeat(9000)}`);
  expect(body.codigo).toBe('direccion_larga');
  expect(headers.get('x-request-id')).toMatch(/./);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a route that reads data and names no permission is an error at the start', async () => {
  scopes.register('data', (routes) => routes.get('/data', async () => ({})));
  await expect(app.ready()).rejects.toThrow('has no permission');
});
