import { beforeAll, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { readServerOptions } from '../../telemetry-api/config/config.ts';
import { startServer } from '../../telemetry-api/server.ts';
import { openTestDatabase } from '../../telemetry-api/test/support/databases/testDatabase.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }> }>;
}

interface Dashboard {
  readonly templating: { readonly list: ReadonlyArray<{ readonly type: string; readonly datasource?: unknown }> };
  readonly panels: ReadonlyArray<{
    readonly title: string;
    readonly datasource: unknown;
    readonly targets: ReadonlyArray<{ readonly expr: string }>;
  }>;
}

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const rules = (parse(read('docker/prometheus/rules.yaml')) as Rules).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('docker/prometheus/dashboard.json')) as Dashboard;
const EXPRESSIONS: ReadonlyArray<readonly [name: string, expr: string]> = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

let metrics: Set<string>;

beforeAll(async () => {
  metrics = new Set([...(await metricsOfService()), ...metricsOfBackend()]);
});

/** The names of a scrape, also of metrics without a value. */
async function metricsOfService(): Promise<string[]> {
  const database = await openTestDatabase();
  const env = { API_PORT: '0', API_METRICS: 'open', API_LOG_LEVEL: 'silent', TELEMETRY_DATA_DIR: database.dataDir };
  const server = await startServer(database, readServerOptions(env));
  const scrape = await (await fetch(new URL('/metrics', server.address))).text();
  await server.close();
  await database.close();
  return [...scrape.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name]
  );
}

function metricsOfBackend(): string[] {
  const files = readdirSync(path.join(repositoryRoot, 'pkg'), { recursive: true, encoding: 'utf8' });
  const sources = files
    .filter((file) => path.basename(file) === 'metrics.go')
    .map((file) => read(path.join('pkg', file)));
  return sources.flatMap((source) => [...source.matchAll(/\bName: "(\w+)"/g)].map(([, name = '']) => name));
}

/** What is neither a label, a function nor a word of the language: all metrics have an underscore. */
function metricsIn(expr: string): string[] {
  const withoutLabels = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\b(by|on|without)\s*\([^)]*\)/g, '');
  return [...withoutLabels.matchAll(/\b[a-z]\w*_\w+\b(?!\s*\()/g)].map(([name]) => name);
}

test('every alert rule and panel asks for metrics that the service or the backend of the plugin has', () => {
  const unknown = EXPRESSIONS.flatMap(([name, expr]) => {
    const names = metricsIn(expr);
    const missing = names.length === 0 ? ['no metric'] : names.filter((one) => !metrics.has(one));
    return missing.map((one) => `${name}: ${one}`);
  });
  expect(unknown).toEqual([]);
});

test('every metric of the service and the backend is in an alert rule or a panel', () => {
  const asked = new Set(EXPRESSIONS.flatMap(([, expr]) => metricsIn(expr)));
  const own = [...metrics].filter((name) => /^telemetr/.test(name) && !/_(sum|count)$/.test(name));
  expect(own.filter((name) => !asked.has(name))).toEqual([]);
});

test('the dashboard finds its data source by a variable, so that it can be imported anywhere', () => {
  const [variable, ...others] = dashboard.templating.list;
  expect(variable).toMatchObject({ type: 'datasource', name: 'datasource', query: 'prometheus' });
  const sources = [...others, ...dashboard.panels].map(({ datasource }) => JSON.stringify(datasource));
  expect([...new Set(sources)]).toEqual(['{"type":"prometheus","uid":"${datasource}"}']);
});

test('operations.md says what to do about each alert rule', () => {
  const text = read('docs/operations.md');
  expect(rules.map(({ alert }) => alert).filter((alert) => !text.includes(`\`${alert}\``))).toEqual([]);
});
