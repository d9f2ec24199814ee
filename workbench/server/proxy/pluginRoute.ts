import { MemberReader } from '../../jsonShape.ts';

/** One entry of `routes` in plugin.json: where Grafana sends a request of the plugin, and what it adds to it. */
export interface PluginRoute {
  /** Path below the proxy's own, without slashes at its ends. */
  readonly path: string;
  /** HTTP method; any when absent. */
  readonly method: string | undefined;
  /** Template of the address that stands for `path`. */
  readonly url: string;
  /** Templates of headers and of query parameters to set. */
  readonly headers: NamedTemplate[];
  readonly urlParams: NamedTemplate[];
}

export interface NamedTemplate {
  readonly name: string;
  readonly content: string;
}

/**
 * Reads `routes` of a parsed plugin.json.
 * @throws Error naming the member that is wrong, or what a route asks for and this proxy cannot do
 */
export function readPluginRoutes(pluginJson: unknown): PluginRoute[] {
  return new MemberReader(pluginJson, 'plugin.json').array('routes').map((entry, index) => {
    const where = `plugin.json: routes[${index}]`;
    const route = new MemberReader(entry, where);
    for (const name of ['tokenAuth', 'jwtTokenAuth', 'body'] as const) {
      if (route.object(name)) {
        throw new Error(`${where}.${name} is not supported by the workbench.`);
      }
    }
    return {
      path: route.requiredString('path').replace(/^\/+|\/+$/g, ''),
      method: route.string('method')?.toUpperCase(),
      url: route.string('url') ?? '',
      headers: readTemplates(route.array('headers'), `${where}.headers`),
      urlParams: readTemplates(route.array('urlParams'), `${where}.urlParams`),
    };
  });
}

function readTemplates(entries: unknown[], where: string): NamedTemplate[] {
  return entries.map((entry, index) => {
    const template = new MemberReader(entry, `${where}[${index}]`);
    return { name: template.requiredString('name'), content: template.string('content') ?? '' };
  });
}
