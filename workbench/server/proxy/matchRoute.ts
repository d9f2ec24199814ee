import type { PluginRoute } from './pluginRoute.ts';

export interface RouteMatch {
  readonly route: PluginRoute;
  /** The rest of the path after the route's own path, without a leading slash. */
  readonly rest: string;
}

/**
 * The first route with a matching method and path. A route covers its own path and the paths below it: `v1/values` covers
 * `v1/values/7` but not `v1/values-old`.
 * @param cleanPath result of cleanProxyPath
 */
export function matchRoute(routes: readonly PluginRoute[], method: string, cleanPath: string): RouteMatch | undefined {
  for (const route of routes) {
    if (route.method !== undefined && route.method !== method) {
      continue;
    }
    if (cleanPath === route.path) {
      return { route, rest: '' };
    }
    if (cleanPath.startsWith(`${route.path}/`)) {
      return { route, rest: cleanPath.slice(route.path.length + 1) };
    }
  }
  return undefined;
}
