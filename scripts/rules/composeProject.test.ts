import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { GO_ENVIRONMENT } from '../backend/goEnvironment.ts';
import { hasGo } from '../processes/isInstalled.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

/** The compose file as Compose itself reads it: docker/composefile has its parser. */

interface Service {
  readonly image: string;
  readonly command: readonly string[] | null;
  readonly entrypoint: readonly string[] | null;
  readonly environment?: Readonly<Record<string, string>>;
  readonly build?: { readonly dockerfile: string };
  readonly ports?: ReadonlyArray<{ readonly published: string; readonly host_ip: string }>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes?: ReadonlyArray<{ readonly source: string }>;
}

interface Project {
  readonly name: string;
  readonly services: Readonly<Record<string, Service>>;
}

const folder = mkdtempSync(path.join(tmpdir(), 'compose-project-'));
const parser = path.join(folder, 'composefile');
const RESTRICTED = ['-file', 'docker-compose.yaml', '-file', 'docker/restrictions.yaml'];

/**
 * @param args of docker/composefile
 * @param env the whole environment that Compose sees
 * @throws Error with what Compose says
 */
function load(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Project {
  // A .env of this machine is not read where there is another one.
  const files = args.includes('-env-file') ? args : ['-env-file', '/dev/null', ...args];
  const text = execFileSync(parser, files, { cwd: repositoryRoot, env, encoding: 'utf8', stdio: 'pipe' });
  return JSON.parse(text) as Project;
}

(hasGo() ? describe : describe.skip)('by the parser of Compose', () => {
  beforeAll(() => {
    const cwd = path.join(repositoryRoot, 'docker', 'composefile');
    execFileSync('go', ['build', '-o', parser, '.'], { cwd, env: { ...process.env, ...GO_ENVIRONMENT } });
  }, 300_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ['by default', []],
    ['on TimescaleDB', ['-env-file', 'docker/timescale.env']],
    ['on Citus', ['-env-file', 'docker/citus.env']],
    ['under restrictions', RESTRICTED],
    ['on TimescaleDB under restrictions', ['-env-file', 'docker/timescale.env', ...RESTRICTED]],
  ])('the stack is one that Compose can start, %s', (_, args) => {
    const { services } = load(args);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(['grafana', 'notifications', 'postgres', 'service']));
    const commands = Object.values(services).flatMap(({ command, entrypoint }) => [
      ...(command ?? []),
      ...(entrypoint ?? []),
    ]);
    expect(commands).toContain('migrate');
    expect(commands.filter((word) => /\$\{/.test(word))).toEqual([]);
  });

  test('a file that Compose rejects is an error', () => {
    expect(() => load(['-file', 'docker/grafana/Dockerfile'])).toThrow(/Dockerfile/);
  });

  test('docker/timescale.env chooses the database and the placement, and a project with volumes of its own', () => {
    const plain = load();
    expect(plain.services.placement?.command).toEqual(['placement', 'none']);
    const { name, services } = load(['-env-file', 'docker/timescale.env']);
    expect(name).not.toBe(plain.name);
    expect(services.placement?.command).toEqual(['placement', 'timescaledb']);
    expect(services.postgres?.image).toMatch(/^timescale\/timescaledb:/);
  });

  test('docker/citus.env adds workers that placement waits for, and a second service: only the proxy in front of both has a port', () => {
    const { name, services } = load(['-env-file', 'docker/citus.env']);
    expect(name).not.toBe(load().name);
    const workers = Object.keys(services).filter((service) => service.startsWith('worker-'));
    expect(workers).toHaveLength(2);
    for (const worker of workers) {
      expect(services[worker]).toMatchObject({ image: services.postgres!.image, command: services.postgres!.command });
      expect(services.placement?.command).toContain(`postgres://telemetry@${worker}/telemetry`);
      expect(services.placement?.depends_on?.[worker]).toMatchObject({ condition: 'service_healthy' });
    }
    const volumes = ['postgres', ...workers].map((node) => services[node]?.volumes?.map(({ source }) => source));
    expect(volumes).toEqual([['postgres'], ['worker-1'], ['worker-2']]);
    expect(services['service-2']).toEqual(services.service);
    const open = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(open.map(([service]) => service)).toEqual(['grafana', 'proxy']);
    expect(services.grafana?.environment).toMatchObject({ TELEMETRY_API_URL: 'http://proxy:8310' });
  });

  test('the password of Grafana and the key are those of the environment, without interpolation', () => {
    const password = `a$b \${c} 'd' "e"`;
    const { services } = load([], { GRAFANA_PASSWORD: password, TELEMETRY_API_KEY: 'tii_live_other' });
    expect(services.grafana?.environment).toMatchObject({
      GRAFANA_PASSWORD: password,
      TELEMETRY_API_KEY: 'tii_live_other',
    });
    for (const name of ['key', 'seed', 'plant']) {
      expect(services[name]?.environment).toMatchObject({ TELEMETRY_API_KEY: 'tii_live_other' });
    }
    expect(load([], { GRAFANA_PASSWORD: '' }).services.grafana?.environment).toMatchObject({ GRAFANA_PASSWORD: '' });
  });

  test('links follow the ports', () => {
    const { services } = load([], { GRAFANA_PORT: '3999', API_PORT: '8999' });
    expect(services.grafana?.ports).toMatchObject([{ published: '3999', host_ip: '127.0.0.1' }]);
    expect(services.grafana?.environment).toMatchObject({ GF_SERVER_ROOT_URL: 'http://localhost:3999/' });
    expect(services.service?.ports).toMatchObject([{ published: '8999', host_ip: '127.0.0.1' }]);
    expect(services.service?.environment).toMatchObject({
      API_PUBLIC_URL: 'http://localhost:8999',
      DASHBOARDS_URL: 'http://localhost:3999',
    });
  });
});

test('the program that writes notifications answers its health check, writes one line for each, and ends when it is stopped', async () => {
  const program = spawn(process.execPath, ['docker/notifications.mjs'], {
    cwd: repositoryRoot,
    env: { ...process.env, API_HOST: '127.0.0.1', API_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const exited = once(program, 'exit');
    // It keeps the lines that come while nobody waits for one.
    const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
    const address = /http:\S+/.exec((await lines.next()).value as string)![0];
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
    const body = '{\n  "title": "Pressure"\r\n}';
    expect((await fetch(address, { method: 'POST', body })).status).toBe(200);
    expect((await lines.next()).value).toBe('{ "title": "Pressure" }');
    // A connection that is kept alive does not keep the program.
    program.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  } finally {
    program.kill('SIGKILL');
  }
});
