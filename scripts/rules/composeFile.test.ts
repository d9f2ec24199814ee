import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { dashboardFiles } from '../dashboards/dashboardFiles.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

interface Service {
  readonly image?: string;
  readonly pull_policy?: string;
  readonly build?: { context: string; dockerfile: string; args?: string[] };
  readonly environment?: Record<string, unknown>;
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly command?: string[];
  readonly restart?: string;
  readonly mem_limit?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly security_opt?: string[];
  readonly logging?: { options?: Record<string, string> };
  readonly healthcheck?: { test?: string[] };
  readonly depends_on?: Record<string, { condition: string }>;
}

interface ComposeFile {
  readonly services: Record<string, Service & { readonly extends?: { readonly service: string } }>;
  readonly volumes: Record<string, unknown>;
}

const base = parse(read('docker-compose.yaml'), { merge: true }) as ComposeFile;
// Whose tags `!override` and `!reset` only Compose knows.
const citus = parse(read('docker/citus.yaml'), { merge: true, logLevel: 'error' }) as ComposeFile;
const added = Object.entries(citus.services).filter(([name]) => !(name in base.services));
/** The services of docker-compose.yaml, and those that docker/citus.yaml adds. */
const compose = {
  services: {
    ...base.services,
    ...Object.fromEntries(
      added.map(([name, service]) => [name, { ...base.services[service.extends?.service ?? ''], ...service }])
    ),
  } as Record<string, Service>,
  volumes: { ...citus.volumes, ...base.volumes },
};
const services = Object.entries(compose.services);
const built = services.flatMap(([name, { build }]) => (build ? [[name, build] as const] : []));
const DOCKERFILES = [...new Set(built.map(([, { context, dockerfile }]) => path.join(context, dockerfile)))];

function read(file: string): string {
  return readFileSync(path.join(repositoryRoot, file), 'utf8');
}

/** Of a service itself, or of the one that builds its image. */
function buildOf({ image }: Service): Service['build'] {
  return services.find(([, other]) => other.image === image && other.build !== undefined)?.[1].build;
}

function hasHealthCheck(service: Service): boolean {
  const build = buildOf(service);
  return Boolean(service.healthcheck?.test) || (build !== undefined && /^HEALTHCHECK /m.test(read(build.dockerfile)));
}

/** `${NAME:-default}` as Compose reads it. */
function substitute(text: string, variables: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, other = '') => variables[name] ?? other);
}

const TIMESCALE = parseEnv(read('docker/timescale.env')) as Record<string, string>;
const CITUS = parseEnv(read('docker/citus.env')) as Record<string, string>;

/** The images that the stages of a Dockerfile start from, with the defaults of its arguments. */
function baseImages(file: string): string[] {
  const text = read(file);
  const defaults = Object.fromEntries(
    [...text.matchAll(/^ARG (\w+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value])
  );
  const stages = [...text.matchAll(/^FROM (\S+)(?: AS (\S+))?/gm)];
  const names = stages.map(([, , name]) => name);
  return stages.map(([, image = '']) => substitute(image, defaults)).filter((image) => !names.includes(image));
}

const IMAGES = [
  ...services.flatMap(([, service]) =>
    service.image && !buildOf(service)
      ? [{}, TIMESCALE, CITUS].map((variables) => substitute(service.image!, variables))
      : []
  ),
  ...DOCKERFILES.flatMap(baseImages),
];

test('third-party images are pinned to a version', () => {
  expect(IMAGES.length).toBeGreaterThan(4);
  expect(IMAGES.filter((image) => !/^[\w./-]+:\d+\.\d+[\w.-]*(@sha256:[\da-f]{64})?$/.test(image))).toEqual([]);
});

test('all images have the same version of Node, of the line in .nvmrc', () => {
  const versions = new Set(IMAGES.filter((image) => image.startsWith('node:')));
  expect([...versions]).toEqual([expect.stringMatching(`^node:${read('.nvmrc').trim()}\\.`)]);
});

test('services that keep running restart and have a health check, and all have limits for memory and logs', () => {
  const dependencies = services.flatMap(([, { depends_on: conditions = {} }]) => Object.entries(conditions));
  const ending = new Set(
    dependencies.flatMap(([name, { condition }]) => (condition === 'service_completed_successfully' ? [name] : []))
  );
  const running = services.filter(([name]) => !ending.has(name));
  expect(running.map(([name]) => name)).toEqual(expect.arrayContaining(['postgres', 'service', 'grafana']));
  // `up --wait` fails if one has none.
  const lacking = running.filter(([, service]) => service.restart !== 'unless-stopped' || !hasHealthCheck(service));
  expect(lacking.map(([name]) => name)).toEqual([]);
  const unlimited = services.filter(([, service]) => !service.mem_limit || !service.logging?.options?.['max-size']);
  expect(unlimited.map(([name]) => name)).toEqual([]);
});

test('each image is built once, by a service that those with the same image wait for, and is never searched in a registry', () => {
  expect(DOCKERFILES).toHaveLength(built.length);
  const waitFor = (name: string): string[] =>
    Object.keys(compose.services[name]?.depends_on ?? {}).flatMap((other) => [other, ...waitFor(other)]);
  const others = services.filter(([, service]) => service.build === undefined && buildOf(service) !== undefined);
  expect(others.length).toBeGreaterThan(4);
  const wrong = others.filter(
    ([name, { pull_policy: policy }]) => policy !== 'never' || !waitFor(name).includes('migrate')
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
  expect(built.map(([name]) => name)).toEqual(['migrate', 'grafana']);
});

test('no program can gain privileges, and those of the service have none and write only to their volume', () => {
  const gaining = services.filter(([, service]) => !service.security_opt?.includes('no-new-privileges:true'));
  expect(gaining.map(([name]) => name)).toEqual([]);
  const own = services.filter(([, { image }]) => image === 'telemetria-industrial/telemetry-api');
  expect(own.length).toBeGreaterThan(4);
  const writing = own.filter(([, service]) => !service.read_only || service.cap_drop?.[0] !== 'ALL');
  expect(writing.map(([name]) => name)).toEqual([]);
  expect(read('telemetry-api/Dockerfile')).toMatch(/^USER node$/m);
});

test('nothing is written before the placement has succeeded, which changes nothing by default', () => {
  const condition = 'service_completed_successfully';
  expect(compose.services.placement?.command).toEqual(['placement', '${PLACEMENT:-none}']);
  expect(TIMESCALE.PLACEMENT).toBe('timescaledb');
  expect(compose.services.key?.depends_on).toEqual({ placement: { condition } });
  expect(compose.services.seed?.depends_on).toEqual({ key: { condition } });
  expect(compose.services.plant?.depends_on).toEqual({ seed: { condition } });
});

test.each([
  ['timescale', TIMESCALE],
  ['citus', CITUS],
])('each variable of docker/%s.env is used by a compose file, or by Compose itself', (_, variables) => {
  const files = ['docker-compose.yaml', 'docker/citus.yaml'].map(read).join('');
  const used = [...files.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  expect(Object.keys(variables).filter((name) => !name.startsWith('COMPOSE_') && !used.includes(name))).toEqual([]);
});

test('one variable chooses the version of Grafana', () => {
  const { dockerfile = '', args = [] } = compose.services.grafana?.build ?? {};
  expect(args).toEqual(['GRAFANA_VERSION']);
  expect(read(dockerfile)).toMatch(/^ARG GRAFANA_VERSION=[\d.]+$(.|\n)*^FROM grafana\/grafana:\$\{GRAFANA_VERSION\}$/m);
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
    volumes.map((volume) => ({ service, source: substitute(volume).split(':')[0] ?? '' }))
  );
  expect(mounts.length).toBeGreaterThan(1);
  const broken = mounts.filter(({ source }) =>
    source.startsWith('./') ? !existsSync(path.join(repositoryRoot, source)) : !(source in compose.volumes)
  );
  expect(broken).toEqual([]);
});

function copiedInto(file: string): string[] {
  return [...read(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' '));
}

test('the image of the service is compiled with the compiler options that those of telemetry-api extend', () => {
  const { extends: base } = JSON.parse(read('telemetry-api/tsconfig.json')) as { extends: string };
  expect(copiedInto('telemetry-api/Dockerfile')).toContain(path.join('telemetry-api', base));
});

test.each(DOCKERFILES)('%s copies only files that exist and that .dockerignore does not exclude', (file) => {
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  const copied = copiedInto(file);
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

test('the home dashboard of Grafana comes with the plugin', () => {
  const home = String(compose.services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH);
  const [, file] = /^\/usr\/share\/telemetria-industrial\/plugins\/[\w-]+\/(.+)$/.exec(home) ?? [];
  expect([...dashboardFiles().keys()]).toContain(file);
});

test('Grafana has all environment variables that the data source reads', () => {
  const variables = [...read('provisioning/datasources/telemetria.yaml').matchAll(/\$([A-Z_]+)/g)].map(
    ([, name]) => name
  );
  expect(variables.length).toBeGreaterThan(1);
  expect(Object.keys(compose.services.grafana?.environment ?? {})).toEqual(expect.arrayContaining(variables));
});
