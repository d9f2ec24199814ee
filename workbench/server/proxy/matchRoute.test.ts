import { cleanProxyPath } from './cleanProxyPath.ts';
import { matchRoute } from './matchRoute.ts';
import { readPluginRoutes } from './pluginRoute.ts';

const routes = readPluginRoutes({
  routes: [
    { path: 'v1/values', method: 'GET', url: 'http://api/v1/values' },
    { path: '/v1/exports/', method: 'get', url: 'http://api/v1/exports' },
    { path: 'write', url: 'http://api/write' },
  ],
});

test.each([
  ['GET', 'v1/values', 'v1/values', ''],
  ['GET', 'v1/exports/4f2a', 'v1/exports', '4f2a'],
  ['POST', 'write/a/b', 'write', 'a/b'],
])('%s %s matches the route %s with the rest "%s"', (method, path, route, rest) => {
  expect(matchRoute(routes, method, path)).toMatchObject({ route: { path: route }, rest });
});

test.each([
  ['POST', 'v1/values', 'the method differs'],
  ['GET', 'v1/values-old', 'a longer name is not below the route'],
  ['GET', 'v1', 'a path above a route is not covered'],
  ['GET', '', 'the path is empty'],
])('%s "%s" has no route: %s', (method, path) => {
  expect(matchRoute(routes, method, path)).toBeUndefined();
});

test.each([
  ['v1/values', 'v1/values'],
  ['/v1//values/', 'v1/values'],
  ['v1/values/../admin', 'v1/admin'],
  ['v1/./values/%2e%2e/admin', 'v1/admin'],
  ['v1/exports/a%20b', 'v1/exports/a%20b'],
])('normalizes the path "%s" to "%s"', (raw, clean) => {
  expect(cleanProxyPath(raw)).toBe(clean);
});

test.each(['../admin', 'v1/../../admin', 'v1/%2e%2e/%2e%2e/admin', 'v1/a%2fb', 'v1/a%5cb', 'v1/%zz', 'v1/%00'])(
  'rejects the path "%s"',
  (raw) => {
    expect(cleanProxyPath(raw)).toBeUndefined();
  }
);

test.each([
  [{ routes: [{ url: 'http://api' }] }, 'plugin.json: routes[0].path must be a string that is not empty.'],
  [{ routes: [{ path: 'a', headers: [{ content: 'x' }] }] }, 'plugin.json: routes[0].headers[0].name must be a string'],
  [{ routes: [{ path: 'a', tokenAuth: {} }] }, 'plugin.json: routes[0].tokenAuth is not supported by the workbench.'],
])('an unsupported route is rejected with an error that names the member: %j', (pluginJson, message) => {
  expect(() => readPluginRoutes(pluginJson)).toThrow(message);
});
