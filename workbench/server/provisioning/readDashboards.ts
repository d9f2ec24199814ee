import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { isObject, MemberReader, type UnknownObject } from '../jsonShape.ts';
import { readYamlFiles } from './readYamlFiles.ts';

export interface ProvisionedDashboard {
  readonly uid: string;
  readonly title: string;
  readonly folder: string;
  readonly tags: string[];
  /** The parsed file, in the classic schema. */
  readonly json: UnknownObject;
}

export interface ProvisionedDashboards {
  readonly dashboards: ProvisionedDashboard[];
  /** Error messages for the page, one per file that cannot be read. */
  readonly problems: string[];
}

/** The folders that the paths in the files refer to. */
export interface DashboardFolders {
  readonly provisioningDir: string;
  /** The built plugin, which brings dashboards of its own. */
  readonly pluginDir: string;
}

/** Their paths in Grafana's container. */
const CONTAINER_PATHS: ReadonlyArray<readonly [container: string, folder: keyof DashboardFolders]> = [
  ['/etc/grafana/provisioning', 'provisioningDir'],
  ['/usr/share/telemetria-industrial/plugins/telemetria-industrial-datasource', 'pluginDir'],
];

/** Reads the dashboards of the providers in `dashboards/*.yaml`, sorted by title. */
export function readDashboards(folders: DashboardFolders): ProvisionedDashboards {
  const found: ProvisionedDashboards = { dashboards: [], problems: [] };
  for (const { file, text } of readYamlFiles(folders.provisioningDir, 'dashboards')) {
    collectError(found, () => {
      for (const [index, entry] of new MemberReader(parse(text) ?? {}, file).array('providers').entries()) {
        readProvider(new MemberReader(entry, `${file}: providers[${index}]`), folders, found);
      }
    });
  }
  found.dashboards.sort((a, b) => a.title.localeCompare(b.title));
  return found;
}

function readProvider(provider: MemberReader, folders: DashboardFolders, found: ProvisionedDashboards) {
  const folder = provider.string('folder') ?? '';
  const options = new MemberReader(provider.object('options') ?? {}, 'options');
  const location = resolvePath(options.requiredString('path'), folders);
  if (!existsSync(location)) {
    throw new Error(`The dashboards folder ${location} does not exist.`);
  }
  for (const file of jsonFiles(location)) {
    collectError(found, () => {
      found.dashboards.push(readDashboard(file, folder));
    });
  }
}

function readDashboard(file: string, folder: string): ProvisionedDashboard {
  const name = path.basename(file);
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${name} is not JSON: ${(error as Error).message}`);
  }
  const reader = new MemberReader(json, name);
  return {
    uid: reader.string('uid') || path.basename(name, '.json'),
    title: reader.requiredString('title'),
    folder,
    tags: reader.array('tags').filter((tag): tag is string => typeof tag === 'string'),
    json: isObject(json) ? json : {},
  };
}

function resolvePath(configuredPath: string, folders: DashboardFolders): string {
  for (const [container, folder] of CONTAINER_PATHS) {
    if (configuredPath === container || configuredPath.startsWith(`${container}/`)) {
      return path.join(folders[folder], configuredPath.slice(container.length));
    }
  }
  return path.resolve(folders.provisioningDir, '..', configuredPath);
}

function jsonFiles(location: string): string[] {
  if (statSync(location).isFile()) {
    return [location];
  }
  return readdirSync(location, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(location, name));
}

function collectError(found: ProvisionedDashboards, read: () => void) {
  try {
    read();
  } catch (error) {
    found.problems.push((error as Error).message);
  }
}
