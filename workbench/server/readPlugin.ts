import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MemberReader, type UnknownObject } from './jsonShape.ts';
import { type PluginRoute, readPluginRoutes } from './proxy/pluginRoute.ts';

/** The built plugin on disk. */
export interface BuiltPlugin {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly languages: string[];
  readonly routes: PluginRoute[];
  /** The metadata that Grafana passes to the plugin. */
  readonly meta: UnknownObject;
}

/**
 * Reads the built plugin from disk each time, so that a reload of the page uses the latest build.
 * @returns undefined if the folder has no built plugin
 * @throws Error that names the invalid member of plugin.json
 */
export function readPlugin(pluginDir: string): BuiltPlugin | undefined {
  const file = path.join(pluginDir, 'plugin.json');
  if (!existsSync(file) || !existsSync(path.join(pluginDir, 'module.js'))) {
    return undefined;
  }
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const reader = new MemberReader(json, 'plugin.json');
  const info = new MemberReader(reader.object('info') ?? {}, 'plugin.json: info');
  const logos = new MemberReader(info.object('logos') ?? {}, 'plugin.json: info.logos');
  const id = reader.requiredString('id');
  const baseUrl = `public/plugins/${id}`;
  return {
    id,
    name: reader.requiredString('name'),
    version: info.string('version') ?? '',
    languages: reader.array('languages').filter((language): language is string => typeof language === 'string'),
    routes: readPluginRoutes(json),
    meta: {
      ...(json as UnknownObject),
      // The workbench does not run it, as a Grafana on a platform for which there is no executable.
      backend: false,
      info: {
        ...reader.object('info'),
        logos: { small: logoUrl(baseUrl, logos.string('small')), large: logoUrl(baseUrl, logos.string('large')) },
      },
      module: `${baseUrl}/module.js`,
      baseUrl,
      signature: 'unsigned',
      enabled: true,
    },
  };
}

function logoUrl(baseUrl: string, logo: string | undefined): string {
  return logo ? `/${baseUrl}/${logo}` : '';
}
