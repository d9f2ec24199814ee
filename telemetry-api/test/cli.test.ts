import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { build } from 'esbuild';
import { withRunningStack } from '../config/runningStacks.ts';
import { packageFolder } from '../packageFolder.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../store/embedded/embeddedPostgres.ts';
import { findPostmaster } from '../store/embedded/postmaster.ts';
import { makeTestFolder } from './support/databases/testDatabase.ts';
import { until } from './support/until.ts';

/** Below the folder of the package, where it finds the migrations. */
const CLI = path.join(packageFolder, 'node_modules', '.cache', `cli-${process.pid}.mjs`);

let folder: string;

// The commands run sixty times here: bundled with their packages, they start in a tenth of the time that tsx needs.
beforeAll(async () => {
  folder = makeTestFolder();
  await build({
    entryPoints: [path.join(packageFolder, 'cli.ts')],
    outfile: CLI,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Of CommonJS packages.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'warning',
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  rmSync(CLI, { force: true });
});

function start(args: readonly string[], env: Record<string, string> = {}, cli = CLI) {
  const { DATABASE_URL: _, ...rest } = process.env;
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...rest, TELEMETRY_DATA_DIR: folder, API_PORT: '0', API_LOG_LEVEL: 'silent', ...env },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (output.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (output.stderr += String(chunk)));
  const ended = once(child, 'close').then(([code]) => ({ ...output, code: Number(code) }));
  return { child, output, ended };
}

function run(args: readonly string[], env?: Record<string, string>) {
  return start(args, env).ended;
}

/** The items of a command that prints a list. */
async function listed(args: readonly string[]): Promise<Array<Record<string, unknown>>> {
  return JSON.parse((await run([...args, '--json'])).stdout) as Array<Record<string, unknown>>;
}

async function keyIdOf(name: string): Promise<string> {
  return String((await listed(['keys', 'list'])).find((key) => key.name === name)?.id);
}

async function startServe(env?: Record<string, string>) {
  const serve = start(['serve'], env);
  await until(`the address of the service: ${serve.output.stderr}`, () => serve.output.stdout.includes('\n'));
  const address = /^listening on (http:\S+)\n$/.exec(serve.output.stdout)?.[1] ?? '';
  return { ...serve, address };
}

function get(address: string, url: string, key: string) {
  return fetch(new URL(url, address), { headers: { authorization: `Bearer ${key}` } });
}

test('a key created while the service runs is valid until it is revoked', async () => {
  const { address, child, ended } = await startServe();
  const created = await run(['keys', 'create', '--name', 'grafana', '--expires', '90d']);
  const key = created.stdout.trim();
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^tii_live_\S+\n$/) });
  expect((await get(address, '/v1/dispositivos', key)).status).toBe(200);

  const { stdout: list } = await run(['keys', 'list']);
  expect(list).toMatch(/^ID +NAME +STATE .*\n[\da-f-]{36} +grafana +valid +tii_live_ /);
  expect(list).not.toContain(key);
  const id = await keyIdOf('grafana');
  const database = path.join(folder, 'postgres');
  expect(created.stderr).toContain(` in ${database}.`);
  expect(await run(['keys', 'revoke', id])).toMatchObject({ code: 0, stderr: `Revoked key ${id} in ${database}.\n` });
  const isRejected = async () => (await get(address, '/v1/dispositivos', key)).status === 401;
  await until('the key to be rejected', isRejected, { everyMs: 100 });

  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
  expect(findPostmaster(path.join(folder, 'postgres', 'data'))).toBeUndefined();
});

test('beside a running npm start with another database, a command is refused with the line that uses that one', async () => {
  // A checkout of its own, in which no npm start of this machine runs.
  const checkout = makeTestFolder();
  const service = path.join(checkout, 'telemetry-api');
  mkdirSync(service);
  cpSync(CLI, path.join(service, 'cli.mjs'));
  cpSync(path.join(packageFolder, 'package.json'), path.join(service, 'package.json'));
  symlinkSync(path.join(packageFolder, '..', 'node_modules'), path.join(service, 'node_modules'));
  const stacks = path.join(checkout, 'node_modules', '.cache', 'telemetry-stacks');
  const data = path.join(checkout, 'my data');
  const args = ['import', 'readings', 'my file.csv', '--tag', 't'];
  const { code, stdout, stderr } = await withRunningStack(
    data,
    () =>
      start(args, { TELEMETRY_DATA_DIR: '', DASHBOARDS_URL: 'http://127.0.0.1:3000' }, path.join(service, 'cli.mjs'))
        .ended,
    stacks
  );
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.split('\n').slice(0, 5)).toEqual([
    `error: npm start runs with the database in ${data}, and this command would use the one in ${checkout}/.telemetry.`,
    'For that of npm start:',
    `  DASHBOARDS_URL=http://127.0.0.1:3000 TELEMETRY_DATA_DIR='${data}' npm run -s api -- import readings 'my file.csv' --tag t`,
    'For the other one:',
    `  DASHBOARDS_URL=http://127.0.0.1:3000 TELEMETRY_DATA_DIR=${checkout}/.telemetry npm run -s api -- import readings 'my file.csv' --tag t`,
  ]);
  expect(existsSync(path.join(checkout, '.telemetry'))).toBe(false);
  rmSync(checkout, { recursive: true });
});

describe('on a database that another process uses', () => {
  let database: EmbeddedPostgres;

  // Otherwise each command starts the server, and stops it.
  beforeAll(async () => {
    database = await openEmbeddedPostgres({ candidates: [path.join(folder, 'postgres')] });
  });

  afterAll(() => database.close());

  test('serve waits for a PostgreSQL that is not up yet, and says so once', async () => {
    const { host, user } = database.connection;
    const pipe = (client: Socket) => {
      const server = connect(path.join(host, '.s.PGSQL.5432'));
      client.pipe(server).pipe(client);
      [client, server].forEach((socket) => socket.on('error', () => undefined));
    };
    const proxy = createServer(pipe).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const { port } = proxy.address() as AddressInfo;
    proxy.close();
    await once(proxy, 'close');
    const url = `postgres://${user}@127.0.0.1:${port}/postgres`;

    const { child, output, ended } = start(['serve'], { DATABASE_URL: url });
    const waiting = `Waiting for the database for up to 60 s: connect ECONNREFUSED 127.0.0.1:${port}\n`;
    await until('the service to wait', () => output.stderr !== '');
    proxy.listen(port, '127.0.0.1');
    await until('the service to listen', () => output.stdout.startsWith('listening on '));
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, stderr: waiting });
    proxy.close();
  });

  test('an export is queued only for devices that its key may see', async () => {
    const devices = path.join(folder, 'devices.ndjson');
    const device = (code: string, site: string) => ({
      codigo: code,
      nombre: code,
      tipo: 'pump',
      sede: site,
      area: 'a',
      tags: [{ clave: 't', nombre: 't', unidad: 'x', tipo: 'y' }],
    });
    writeFileSync(devices, ['A', 'B'].map((code) => `${JSON.stringify(device(code, code))}\n`).join(''));
    expect(await run(['import', 'devices', devices, '--site-zone', 'UTC'])).toMatchObject({ code: 0 });
    await run(['keys', 'create', '--name', 'only A', '--sites', 'A']);
    const range = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-02-01T00:00:00Z'];
    const create = (code: string, key = 'only A') =>
      run(['export', 'create', '--key', key, '--device', code, '--tag', 't', ...range]);
    expect(await create('A')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\da-f-]{36}\n$/) });
    expect(await create('A', await keyIdOf('only A'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('no readings of A t are stored in this range. The file will have 0 rows'),
    });
    const exportAll = ['export', 'create', '--key', 'only A', '--device', 'A', '--tag', 't'];
    expect(await run(exportAll)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is nothing to export: no readings of A t are stored'),
    });
    const readings = path.join(folder, 'readings.csv');
    writeFileSync(readings, 'dispositivo,tag,ts,valor\nA,t,2013-12-02T20:15:00Z,1\nA,t,2014-02-19T15:25:00Z,2\n');
    expect(await run(['import', 'readings', readings])).toMatchObject({ code: 0 });
    const all = await run(exportAll);
    expect(all).toMatchObject({ code: 0, stderr: expect.not.stringContaining('0 rows') });
    const exports = await listed(['export', 'list']);
    expect(exports).toMatchObject([1, 2, 3].map(() => ({ state: 'pending', key: 'only A', description: 'A: t' })));
    expect(await listed(['devices', 'list'])).toMatchObject([
      { device: 'A', site: 'A', active: true, lastContact: '2014-02-19T15:25:00.000Z', tags: ['t'] },
      { device: 'B', site: 'B', active: true, lastContact: null, tags: ['t'] },
    ]);
    expect(await create('B')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Unknown device B, or the key has no access to its site'),
    });
  });

  test('the first error of a European file has the one command that imports it, which prints where to see it', async () => {
    const file = path.join(folder, 'prensa norte.csv');
    writeFileSync(file, 'Fecha y hora;Presión\n31/12/2025 23:59;7,5\n01/01/2026 00:59;8,0\n');
    const { code, stderr } = await run(['import', 'readings', file]);
    const command = /^ {2}npm run -s api -- (.*)$/m.exec(stderr)?.[1] ?? '';
    expect(code).toBe(1);
    // As a shell splits it.
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, inQuotes, bare]) => inQuotes ?? bare ?? '');
    expect(command).not.toContain('--zone');
    expect(stderr).toContain('\n  Add the time zone in which the times were written');
    words.push('--zone', 'Europe/Madrid');
    const imported = await run(words, { DASHBOARDS_URL: 'http://127.0.0.1:3000/' });
    expect(imported).toMatchObject({ code: 0, stderr: '' });
    expect(imported.stdout).toContain(`Database: ${path.join(folder, 'postgres')}\n`);
    expect(imported.stdout).toMatch(
      /2 {2}new[\s\S]*\nSee it:\n {2}http:\/\/127\.0\.0\.1:3000\/d\/plant-tag\?var-device=prensa_norte&var-tag=Presi%C3%B3n&from=\d+&to=\d+\n$/
    );
    const again = await run(words);
    expect(again.stdout).toMatch(/at this path of the workbench or Grafana[^\n]*\n {2}\/d\/plant-tag\?/);
  });

  test('an export is queued only for a key that could read it', async () => {
    const keyOf = async (name: string, ...args: string[]) => {
      await run(['keys', 'create', '--name', name, ...args]);
      return keyIdOf(name);
    };
    const range = ['--from', '2026-01-01T00:00:00Z', '--to', '2026-02-01T00:00:00Z'];
    const create = (key: string) => run(['export', 'create', '--key', key, '--device', 'A', '--tag', 't', ...range]);
    const reader = await keyOf('readings only', '--permissions', 'lecturas:leer');
    expect(await create(reader)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(`Key ${reader} lacks the permission exportaciones:leer`),
    });
    const revoked = await keyOf('revoked');
    await run(['keys', 'revoke', revoked]);
    expect(await create(revoked)).toMatchObject({ code: 1, stderr: expect.stringContaining('is revoked') });
    await keyOf('twice');
    await keyOf('twice');
    expect(await create('twice')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2 keys have the name twice; choose one by its ID: '),
    });
  });

  test('the error for a port in use names the setting', async () => {
    const { address, child, ended } = await startServe();
    const { port } = new URL(address);
    expect(await run(['serve'], { API_PORT: port })).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: Port ${port} on 127.0.0.1 is already in use. Stop the process that uses it, or set API_PORT to another port.\n`,
    });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  test('creating a key from the environment is idempotent', async () => {
    const args = ['keys', 'create', '--family', 'dashboard', '--secret-from-env', 'DEMO_KEY'];
    const env = { DEMO_KEY: 'tid_live_documented-demo-key-of-tests' };
    const first = await run(args, env);
    expect(first).toMatchObject({ code: 0, stdout: '' });
    expect(await run(args, env)).toEqual(first);
    expect(first.stderr).not.toContain(env.DEMO_KEY);
  });

  test('a key replaces those of its name, and one that is stored with other values, only where that is asked for', async () => {
    const create = (secret: string, name: string, ...more: string[]) => {
      const args = ['keys', 'create', '--name', name, '--secret-from-env', 'STACK_KEY', ...more];
      return run(args, { STACK_KEY: `tii_live_${secret}-key-of-a-stack` });
    };
    await create('published', 'stack');
    expect(await create('own', 'stack', '--replace')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Revoked 1 other key named stack.'),
    });
    expect((await create('own', 'stack', '--replace')).stderr).not.toContain('Revoked');
    await create('known', 'known', '--expires', '90d');
    expect(await create('known', 'stack')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: The key in STACK_KEY is stored with other values: its name is "known", not "stack"; it expires at [^;]+, instead of never\. Add --replace/
      ),
    });
    const { code, stderr } = await create('known', 'stack', '--replace');
    expect(code).toBe(0);
    expect(stderr).toContain('Revoked the key named known that had the value of STACK_KEY, and its exports.\n');
  });

  test('an expiry that is given as a duration counts from the creation of the key', async () => {
    const env = { STACK_KEY: 'tii_live_known-key-with-an-expiry' };
    const create = (expires: string) =>
      run(['keys', 'create', '--name', 'expiring', '--secret-from-env', 'STACK_KEY', '--expires', expires], env);
    const first = await create('90d');
    expect(await create('90d')).toEqual(first);
    expect(await create('91d')).toMatchObject({ code: 1, stderr: expect.stringContaining('it expires at ') });
  });

  test('the demo plant adds sample exports for the key of --key-from-env alone', async () => {
    const demo = ['demo', '--days', '1'];
    const env = { DEMO_KEY: 'tii_live_key-of-the-demo-plant-alone' };
    expect(await run(['keys', 'create', '--name', 'of a user'])).toMatchObject({ code: 0 });
    expect(await run(['keys', 'create', '--secret-from-env', 'DEMO_KEY'], env)).toMatchObject({ code: 0 });
    expect((await run(demo, env)).stdout).toContain(' 0 exports ');
    expect((await run([...demo, '--key-from-env', 'DEMO_KEY'], env)).stdout).toContain(' 5 exports ');
  });

  test.each<[string, string[], Record<string, string>, string]>([
    ['a database', ['migrate'], { DATABASE_URL: 'nonsense' }, 'DATABASE_URL must be a URL such as postgres://'],
    [
      'an unreachable database whose password has @',
      ['migrate'],
      { DATABASE_URL: 'postgres://a:b@secret@127.0.0.1:1/x' },
      'Cannot connect to the database postgres://127.0.0.1:1/x.',
    ],
    [
      'a permission',
      ['keys', 'create', '--permissions', 'todo'],
      {},
      'Unknown permission todo. Must be one of: lecturas:leer',
    ],
    [
      'a key of the demo plant',
      ['demo', '--key-from-env', 'DEMO_KEY'],
      { DEMO_KEY: 'tii_live_not-stored-in-this-database' },
      'The environment variable DEMO_KEY does not contain a key of this database.',
    ],
    ['an expiry in the past', ['keys', 'create', '--expires', '2020-01-01T00:00:00Z'], {}, 'Must be in the future'],
    ['an expiry without end', ['keys', 'create', '--expires', '99999999999d'], {}, 'before the year 10000'],
    ['a key name with a tab', ['keys', 'create', '--name', 'a\tb'], {}, 'contains U+0009'],
    ['an empty key name', ['keys', 'create', '--name', ' '], {}, 'is empty'],
    ['a list of sites', ['keys', 'create', '--sites', ' '], {}, 'Name at least one, or omit the option'],
    ['a list of permissions', ['keys', 'create', '--permissions', ','], {}, 'Name at least one, or omit'],
    ['a site with ESC', ['keys', 'create', '--sites', '\u001b[31mred'], {}, 'Site \\u001b[31mred does not exist'],
    ['an id', ['keys', 'revoke', '1'], {}, 'Unknown key ID 1'],
    ['an unknown command', ['sirve'], {}, "unknown command 'sirve'"],
  ])('%s that is invalid ends the command with the reason on stderr', async (_, args, env, reason) => {
    const { code, stdout, stderr } = await run(args, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain('secret');
    expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u);
  });
});

/** The outcome of a command that reports its progress when it takes longer than a second: on a busy machine, too. */
async function runLong(args: readonly string[], env?: Record<string, string>) {
  const outcome = await run(args, env);
  return { ...outcome, stderr: outcome.stderr.replace(/^(?:.*\n)*(?=.)/, '') };
}

test('a wrong import is counted, then deleted, and a running service shows it', async () => {
  const { address, child, ended } = await startServe();
  const key = (await run(['keys', 'create', '--name', 'undo'])).stdout.trim();
  const file = path.join(folder, 'wrong.csv');
  writeFileSync(file, 'time,value\n2026-03-01T10:00:10Z,1\n2026-03-01T10:00:20Z,2\n2026-03-02T00:00:00Z,4\n');
  const import_ = [
    'import',
    'readings',
    file,
    '--device',
    'W-1',
    '--tag',
    'temp',
    '--create-missing',
    '--site',
    'UNDO',
  ];
  expect((await run(import_)).code).toBe(0);
  const query = '?dispositivo=W-1&tag=temp&desde=2026-03-01T00:00:00Z&hasta=2026-03-03T00:00:00Z&intervalo=1d';
  const days = async () => {
    const answer = await get(address, `/v1/lecturas${query}`, key);
    return answer.status === 200
      ? ((await answer.json()) as { datos: Array<{ n: number }> }).datos.map(({ n }) => n)
      : answer.status;
  };
  expect(await days()).toEqual([2, 1]);

  const delete_ = ['delete', 'readings', '--device', 'W-1', '--tag', 'temp'];
  const ofTime = [...delete_, '--from', '2026-03-01T10:00:15Z'];
  const rows = ['  2  readings', '  1  buckets of 1m', '  1  buckets of 1h', '  1  buckets of 1d'];
  const computed = ['  3  buckets that keep other readings, computed from these', '  1  latest value'];
  const database = `Database: ${path.join(folder, 'postgres')}`;
  const counted = await run(ofTime);
  expect(counted.stdout.split('\n')).toEqual([
    ...[database, ...rows, ...computed, 'Nothing was deleted. Repeat the command with --yes to delete it.', ''],
  ]);
  expect(await days()).toEqual([2, 1]);
  const { code, stdout } = await run([...ofTime, '--yes']);
  expect({ code, lines: stdout.split('\n') }).toEqual({
    code: 0,
    lines: [database, ...rows, ...computed, 'Deleted.', ''],
  });
  expect(await days()).toEqual([1]);
  expect((await run([...delete_.slice(0, -1), 'Temp'])).stderr).toBe(
    'error: Device W-1 has no tag Temp. Its tags: temp\n'
  );
  expect((await run(['delete', 'device', '--device', 'W-9', '--yes'])).stderr).toBe(
    'error: There is no device W-9. See: devices list\n'
  );
  expect((await run([...ofTime, '--to', '2026-03-01T10:00:15Z'])).stderr).toBe('error: --from must be before --to.\n');

  const deleted = await run(['delete', 'device', '--device', 'W-1', '--yes']);
  expect(deleted.stdout).toContain('  1  reading\n');
  expect(deleted.stdout).toContain('  0  alerts\n  1  tag\n  1  device\nDeleted.\n');
  await until('the service to miss the device', async () => (await days()) === 404, { everyMs: 100 });
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('a backup of a running service is restored elsewhere, and a damaged one is an error after which nothing opens what it left', async () => {
  const { child, ended } = await startServe();
  const file = path.join(folder, 'plant.backup');
  const created = await run(['keys', 'create', '--name', 'of the backup']);
  const backup = await runLong(['backup', file]);
  child.kill('SIGINT');
  await ended;
  expect(created.code).toBe(0);
  expect(backup).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^Backup of .* readings of /) });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await runLong(['backup', file])).toMatchObject({
    code: 1,
    stderr: `error: ${file} exists. Choose another name, or replace it with --force.\n`,
  });
  expect(await run(['restore', file])).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });

  const elsewhere = { TELEMETRY_DATA_DIR: makeTestFolder() };
  expect(await run(['restore', folder], elsewhere)).toMatchObject({
    code: 1,
    stderr: `error: Cannot read the backup ${folder}.\n  EISDIR: illegal operation on a directory, read\n`,
  });
  const cut = path.join(folder, 'cut.backup');
  writeFileSync(cut, readFileSync(file).subarray(0, -20));
  const damaged = `error: ${cut} is not a complete backup: unexpected end of file. Nothing of it is served; restore another one.\n`;
  expect(await run(['restore', cut, '--dry-run'])).toMatchObject({ code: 1, stderr: damaged });
  expect(await runLong(['restore', cut], elsewhere)).toMatchObject({ code: 1, stderr: damaged });
  expect(await run(['serve'], elsewhere)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^error: A restore or move into .* has not ended\. Wait for it, or, if it was interrupted, run it again/
    ),
  });

  expect(await run(['restore', file, '--dry-run'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('is complete'),
  });
  expect(await runLong(['restore', file], elsewhere)).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Restored into /),
  });
  expect((await run(['keys', 'list'], elsewhere)).stdout).toBe((await run(['keys', 'list'])).stdout);
  rmSync(elsewhere.TELEMETRY_DATA_DIR, { recursive: true });
});
