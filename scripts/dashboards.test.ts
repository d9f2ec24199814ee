import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { demoPlant } from '../telemetry-api/demo/demoPlant.ts';
import { repositoryRoot } from './repositoryRoot.ts';

interface Target {
  readonly kind: string;
  readonly devices?: string[];
  readonly tags?: string[];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: unknown;
  readonly targets?: Array<Target & { datasource: unknown }>;
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: Panel[];
  readonly templating: { list: Array<{ name: string; datasource: unknown; current: { value: string | string[] } }> };
  readonly annotations: {
    list: Array<{ name: string; builtIn?: number; datasource: unknown; filter?: { ids: number[] } }>;
  };
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(path.join(repositoryRoot, file), 'utf8')) as T;

function readDashboards(folder: string): Array<readonly [file: string, dashboard: Dashboard]> {
  const files = readdirSync(path.join(repositoryRoot, folder)).filter((name) => name.endsWith('.json'));
  return files.map((file) => [file, readJson<Dashboard>(`${folder}/${file}`)]);
}

const OF_DEMO_PLANT = readDashboards('provisioning/dashboards');
const OF_PLUGIN = readDashboards('src/dashboards');
const DASHBOARDS = [...OF_DEMO_PLANT, ...OF_PLUGIN];
const [source] = (
  parse(readFileSync(path.join(repositoryRoot, 'provisioning/datasources/telemetria.yaml'), 'utf8')) as {
    datasources: Array<{ type: string; uid: string }>;
  }
).datasources;
const provisioned = { type: source?.type, uid: source?.uid };

const PLANT = new Map(
  demoPlant(Date.UTC(2026, 0, 1)).map(({ code, tags }) => [code, new Set(tags.map(({ key }) => key))])
);

test('every dashboard has a unique uid', () => {
  expect(OF_DEMO_PLANT.length).toBeGreaterThan(0);
  expect(OF_PLUGIN.length).toBeGreaterThan(0);
  expect(new Set(DASHBOARDS.map(([, { uid }]) => uid)).size).toBe(DASHBOARDS.length);
});

test('the plugin lists the dashboards that come with it', () => {
  const { includes } = readJson<{ includes: Array<{ type: string; name: string; path: string }> }>('src/plugin.json');
  const listed = includes.filter(({ type }) => type === 'dashboard').map(({ name, path: file }) => [file, name]);
  expect(listed.sort()).toEqual(OF_PLUGIN.map(([file, { title }]) => [`dashboards/${file}`, title]).sort());
});

test.each(OF_DEMO_PLANT)('%s uses the provisioned data source everywhere', (_, dashboard) => {
  expect(usedSources(dashboard)).toEqual(new Set([JSON.stringify(provisioned)]));
});

test.each(OF_PLUGIN)('%s uses the data source that its variable selects everywhere', (_, dashboard) => {
  const selected = { type: provisioned.type, uid: '${source}' };
  expect(usedSources(dashboard)).toEqual(new Set([JSON.stringify(selected)]));
  expect(dashboard.templating.list[0]).toMatchObject({ name: 'source', type: 'datasource', query: provisioned.type });
});

function usedSources({ panels, templating, annotations }: Dashboard): Set<string> {
  const used = [
    ...panels.flatMap(({ datasource, targets = [] }) => [...targets.map((target) => target.datasource), datasource]),
    ...templating.list.map(({ datasource }) => datasource),
    ...annotations.list.filter(({ builtIn }) => !builtIn).map(({ datasource }) => datasource),
  ].filter((datasource) => datasource !== undefined);
  return new Set(used.map((datasource) => JSON.stringify(datasource)));
}

test.each(DASHBOARDS)('%s has unique panel ids and filters annotations by existing panels', (_, dashboard) => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const filtered = dashboard.annotations.list.flatMap(({ filter }) => filter?.ids ?? []);
  expect(ids).toEqual(expect.arrayContaining(filtered));
});

test.each(DASHBOARDS)('%s requests devices and tags that the demo plant has', (_, { panels }) => {
  const fixed = (names: string[] = []) => names.filter((name) => !name.startsWith('$'));
  const missing = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ devices, tags }) =>
      fixed(tags)
        .filter((tag) => !fixed(devices).some((device) => PLANT.get(device)?.has(tag)))
        .map((tag) => `${title}: ${tag}`)
    )
  );
  expect(missing).toEqual([]);
});

test.each(OF_DEMO_PLANT)('%s opens with a device of the demo plant and tags of that device', (_, { templating }) => {
  const saved = (name: string) =>
    [templating.list.find((variable) => variable.name === name)?.current.value ?? []].flat();
  const [device = ''] = saved('device');
  expect([...(PLANT.get(device) ?? [])]).toEqual(expect.arrayContaining(saved('tag')));
  expect(saved('tag').length).toBeGreaterThan(0);
});
