import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../repositoryRoot.ts';

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly strategy?: {
          readonly matrix: { readonly include: ReadonlyArray<{ readonly node?: string; readonly grafana?: string }> };
        };
      }
    >
  >;
}

const FOLDER = path.join(repositoryRoot, '.github', 'workflows');
const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')] as const);

/** Whoever can move a tag of an action could otherwise change what a release contains. */
test.each(workflows)('%s runs actions by their commit, with the version as a comment', (_, text) => {
  const uses = [...text.matchAll(/\buses:\s*(.+)$/gm)].map(([, action = '']) => action);
  expect(uses.length).toBeGreaterThan(2);
  expect(uses.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
});

test('an action has the same commit in all workflows', () => {
  const uses = workflows.flatMap(([, text]) => [...text.matchAll(/\buses:\s*([^@\s]+)@(.+)$/gm)]);
  const commits = new Map(uses.map(([, action = '', commit]) => [action, commit]));
  expect(uses.filter(([, action = '', commit]) => commits.get(action) !== commit)).toEqual([]);
});

test('tests run on the Node.js of .nvmrc first, then on the oldest that package.json admits', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  const { engines } = JSON.parse(read('package.json')) as { readonly engines: { readonly node: string } };
  expect(jobs.test?.strategy?.matrix.include.map(({ node }) => `>=${node}`)).toEqual([
    `>=${read('.nvmrc').trim()}`,
    engines.node,
  ]);
});

test('the suite for Grafana runs on the oldest that the plugin supports first, and last on that of the image', () => {
  const { jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
  const { dependencies } = JSON.parse(read('src/plugin.json')) as {
    readonly dependencies: { readonly grafanaDependency: string };
  };
  const versions = jobs.grafana?.strategy?.matrix.include.map(({ grafana }) => grafana) ?? [];
  expect(`>=${versions.at(0)}-0`).toBe(dependencies.grafanaDependency);
  expect(read('docker/grafana/Dockerfile')).toContain(`ARG GRAFANA_VERSION=${versions.at(-1)}\n`);
});
