import { MemberReader } from '../jsonShape.ts';

/** An entry of `routes` in plugin.json: the target of a plugin's request and the headers that Grafana adds. */
export interface PluginRoute {
  /** Path below the proxy, without leading and trailing slashes. */
  readonly path: string;
  /** HTTP method; undefined matches any method. */
  readonly method: string | undefined;
  /** Template of the URL that replaces `path`; undefined: `path` is below the data source's own URL. */
  readonly url: string | undefined;
  /** Templates of the headers to set. */
  readonly headers: NamedTemplate[];
  /** Templates of the query parameters to set. */
  readonly urlParams: NamedTemplate[];
}

export interface NamedTemplate {
  readonly name: string;
  readonly content: string;
}

/**
 * Reads `routes` of a parsed plugin.json.
 * @throws Error that names the invalid or unsupported member
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
      url: route.string('url') || undefined,
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
