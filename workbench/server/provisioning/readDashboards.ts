import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { isObject, MemberReader, type UnknownObject } from '../../jsonShape.ts';
import { readYamlFiles } from './readYamlFiles.ts';

export interface ProvisionedDashboard {
  readonly uid: string;
  readonly title: string;
  readonly folder: string;
  readonly tags: string[];
  /** The file as it stands, classic schema. */
  readonly json: UnknownObject;
}

export interface ProvisionedDashboards {
  readonly dashboards: ProvisionedDashboard[];
  /** What could not be read, in words for the page: one bad file hides no other. */
  readonly problems: string[];
}

/** Where Grafana's container finds the provisioning tree that the workbench reads in the repository. */
const CONTAINER_PROVISIONING = '/etc/grafana/provisioning';

/** Reads the dashboards that `dashboards/*.yaml` of a provisioning folder point at, in the order of their titles. */
export function readDashboards(provisioningDir: string): ProvisionedDashboards {
  const found: ProvisionedDashboards = { dashboards: [], problems: [] };
  for (const { file, text } of readYamlFiles(provisioningDir, 'dashboards')) {
    attempt(found, () => {
      for (const [index, entry] of new MemberReader(parse(text) ?? {}, file).array('providers').entries()) {
        readProvider(new MemberReader(entry, `${file}: providers[${index}]`), provisioningDir, found);
      }
    });
  }
  found.dashboards.sort((a, b) => a.title.localeCompare(b.title));
  return found;
}

function readProvider(provider: MemberReader, provisioningDir: string, found: ProvisionedDashboards) {
  const folder = provider.string('folder') ?? '';
  const options = new MemberReader(provider.object('options') ?? {}, 'options');
  const place = resolvePath(options.requiredString('path'), provisioningDir);
  if (!existsSync(place)) {
    throw new Error(`The dashboards folder ${place} does not exist.`);
  }
  for (const file of jsonFiles(place)) {
    attempt(found, () => {
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

function resolvePath(written: string, provisioningDir: string): string {
  if (written === CONTAINER_PROVISIONING || written.startsWith(`${CONTAINER_PROVISIONING}/`)) {
    return path.join(provisioningDir, written.slice(CONTAINER_PROVISIONING.length));
  }
  return path.resolve(provisioningDir, '..', written);
}

function jsonFiles(place: string): string[] {
  if (statSync(place).isFile()) {
    return [place];
  }
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => path.join(place, name));
}

function attempt(found: ProvisionedDashboards, read: () => void) {
  try {
    read();
  } catch (error) {
    found.problems.push((error as Error).message);
  }
}
