import path from 'node:path';

/** The port of the workbench and the folders that it serves. */
export interface WorkbenchOptions {
  /** TCP port on 127.0.0.1; 0 selects a free one. */
  readonly port: number;
  /** The built plugin: plugin.json, module.js, locales, images. */
  readonly pluginDir: string;
  /** Grafana provisioning: datasources/*.yaml, dashboards/*.yaml and their JSON files. */
  readonly provisioningDir: string;
  /** Uid of the dashboard that `/` opens; if there is none, `/` opens the first one. */
  readonly home: string;
  /** The built page: index.html and its assets. */
  readonly pageDir: string;
}

const DEFAULT_PORT = 3310;

/**
 * Reads the options from environment variables. Relative folders are relative to the repository.
 * @throws Error that names the invalid variable and its allowed values
 */
export function readOptions(env: NodeJS.ProcessEnv, repositoryRoot: string): WorkbenchOptions {
  const folder = (variable: string, fallback: string) => path.resolve(repositoryRoot, env[variable] || fallback);
  return {
    port: readPort(env.WORKBENCH_PORT),
    pluginDir: folder('WORKBENCH_PLUGIN_DIR', 'dist'),
    provisioningDir: folder('WORKBENCH_PROVISIONING_DIR', 'provisioning'),
    home: env.WORKBENCH_HOME || 'plant-overview',
    pageDir: folder('WORKBENCH_PAGE_DIR', 'workbench/dist'),
  };
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') {
    return DEFAULT_PORT;
  }
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) {
    throw new Error(`WORKBENCH_PORT is "${text}"; it must be a whole number from 0 to 65535.`);
  }
  return port;
}
