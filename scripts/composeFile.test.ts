import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from './repositoryRoot.ts';

interface Service {
  readonly image?: string;
  readonly build?: { context: string; dockerfile: string };
  readonly environment?: Record<string, unknown>;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly healthcheck?: { test?: string[]; disable?: boolean };
  readonly depends_on?: Record<string, { condition: string }>;
}

const compose = parse(read('docker-compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const built = services.flatMap(([name, { build }]) => (build ? [[name, build] as const] : []));
const DOCKERFILES = [...new Set(built.map(([, { context, dockerfile }]) => path.join(context, dockerfile)))];

function read(file: string): string {
  return readFileSync(path.join(repositoryRoot, file), 'utf8');
}

function hasHealthCheck({ healthcheck, build }: Service): boolean {
  return Boolean(healthcheck?.test) || (build !== undefined && /^HEALTHCHECK /m.test(read(build.dockerfile)));
}

test('third-party images are pinned to a version', () => {
  const images = [
    ...services.flatMap(([, { image, build }]) => (image && !build ? [image] : [])),
    ...DOCKERFILES.flatMap((file) => {
      const stages = [...read(file).matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
      const names = stages.map(([, , name]) => name);
      return stages.map(([, image = '']) => image).filter((image) => !names.includes(image));
    }),
  ];
  expect(images.length).toBeGreaterThan(2);
  expect(images.filter((image) => !/^[\w./-]+:\d+\.\d+[\w.-]*$/.test(image))).toEqual([]);
});

test('ports are bound to localhost and configurable', () => {
  const ports = services.flatMap(([, { ports: own = [] }]) => own);
  expect(ports.length).toBeGreaterThan(1);
  expect(ports.filter((port) => !/^127\.0\.0\.1:\$\{\w+_PORT:-\d+\}:\d+$/.test(port))).toEqual([]);
});

test('services depend only on existing services, and on health only where there is a health check', () => {
  const dependencies = services.flatMap(([service, { depends_on: conditions = {} }]) =>
    Object.entries(conditions).map(([name, { condition }]) => ({ service, name, condition }))
  );
  expect(dependencies.length).toBeGreaterThan(1);
  const broken = dependencies.filter(({ name, condition }) => {
    const other = compose.services[name];
    return other === undefined || (condition === 'service_healthy' && !hasHealthCheck(other));
  });
  expect(broken).toEqual([]);
});

test('services mount only existing repository folders and declared volumes', () => {
  const mounts = services.flatMap(([service, { volumes = [] }]) =>
    volumes.map((volume) => ({ service, source: volume.split(':')[0] ?? '' }))
  );
  expect(mounts.length).toBeGreaterThan(1);
  const broken = mounts.filter(({ source }) =>
    source.startsWith('./') ? !existsSync(path.join(repositoryRoot, source)) : !(source in compose.volumes)
  );
  expect(broken).toEqual([]);
});

test.each(DOCKERFILES)('%s copies only files that exist and that .dockerignore does not exclude', (file) => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  const copied = [...read(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' ')
  );
  expect(copied.length).toBeGreaterThan(2);
  expect(copied.filter((source) => !existsSync(path.join(repositoryRoot, source)))).toEqual([]);
  expect(copied.filter((source) => ignored.includes(source))).toEqual([]);
});

test('Grafana allows the unsigned plugin by its id, and the image has it in the plugins folder', () => {
  const { id } = JSON.parse(read('src/plugin.json')) as { id: string };
  const { environment, build } = compose.services.grafana ?? {};
  expect(environment).toMatchObject({ GF_PLUGINS_ALLOW_LOADING_UNSIGNED_PLUGINS: id });
  const dockerfile = read(build?.dockerfile ?? '');
  const folder = /GF_PATHS_PLUGINS=(\S+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`/dist ${folder}/${id}\n`);
});

test('the home dashboard of Grafana is provisioned', () => {
  const home = String(compose.services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH);
  expect(existsSync(path.join(repositoryRoot, home.replace('/etc/grafana/', '')))).toBe(true);
});

test('Grafana has all environment variables that the data source reads', () => {
  const variables = [...read('provisioning/datasources/telemetria.yaml').matchAll(/\$([A-Z_]+)/g)].map(
    ([, name]) => name
  );
  expect(variables.length).toBeGreaterThan(1);
  expect(Object.keys(compose.services.grafana?.environment ?? {})).toEqual(expect.arrayContaining(variables));
});
