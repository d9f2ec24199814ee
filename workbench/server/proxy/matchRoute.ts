import type { PluginRoute } from './pluginRoute.ts';

export interface RouteMatch {
  readonly route: PluginRoute;
  /** What follows the route's path, without leading slash; empty when the path is the route's own. */
  readonly rest: string;
}

/**
 * The first route whose method and path fit. A route covers its own path and what lies below it: `v1/values` covers
 * `v1/values/7`, not `v1/values-old`.
 * @param cleanPath a path from cleanProxyPath
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
