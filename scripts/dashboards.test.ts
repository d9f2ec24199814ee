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
  readonly panels: Panel[];
  readonly templating: { list: Array<{ name: string; datasource: unknown; current: { value: string | string[] } }> };
  readonly annotations: {
    list: Array<{ name: string; builtIn?: number; datasource: unknown; filter?: { ids: number[] } }>;
  };
}

const provisioning = path.join(repositoryRoot, 'provisioning');
const read = (file: string) => readFileSync(path.join(provisioning, file), 'utf8');

const files = readdirSync(path.join(provisioning, 'dashboards')).filter((name) => name.endsWith('.json'));
const dashboards = files.map((file) => [file, JSON.parse(read(`dashboards/${file}`)) as Dashboard] as const);
const [source] = (parse(read('datasources/telemetria.yaml')) as { datasources: Array<{ type: string; uid: string }> })
  .datasources;
const provisioned = { type: source?.type, uid: source?.uid };

const PLANT = new Map(
  demoPlant(Date.UTC(2026, 0, 1)).map(({ code, tags }) => [code, new Set(tags.map(({ key }) => key))])
);

test('every dashboard has a unique uid', () => {
  expect(dashboards.length).toBeGreaterThan(1);
  expect(new Set(dashboards.map(([, { uid }]) => uid)).size).toBe(dashboards.length);
});

test.each(dashboards)('%s uses the provisioned data source everywhere', (_, { panels, templating, annotations }) => {
  const used = [
    ...panels.flatMap(({ datasource, targets = [] }) => [...targets.map((target) => target.datasource), datasource]),
    ...templating.list.map(({ datasource }) => datasource),
    ...annotations.list.filter(({ builtIn }) => !builtIn).map(({ datasource }) => datasource),
  ].filter((datasource) => datasource !== undefined);
  expect(new Set(used.map((datasource) => JSON.stringify(datasource)))).toEqual(new Set([JSON.stringify(provisioned)]));
});

test.each(dashboards)('%s has unique panel ids and filters annotations by existing panels', (_, dashboard) => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const filtered = dashboard.annotations.list.flatMap(({ filter }) => filter?.ids ?? []);
  expect(ids).toEqual(expect.arrayContaining(filtered));
});

test.each(dashboards)('%s requests devices and tags that the demo plant has', (_, { panels }) => {
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

test.each(dashboards)('%s opens with a device of the demo plant and tags of that device', (_, { templating }) => {
  const saved = (name: string) =>
    [templating.list.find((variable) => variable.name === name)?.current.value ?? []].flat();
  const [device = ''] = saved('device');
  expect([...(PLANT.get(device) ?? [])]).toEqual(expect.arrayContaining(saved('tag')));
  expect(saved('tag').length).toBeGreaterThan(0);
});
