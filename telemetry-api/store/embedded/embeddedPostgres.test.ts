import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startProgram } from '../../test/support/processes/programs.ts';
import { makeTestFolder } from '../../test/support/databases/testDatabase.ts';
import { clusterFolders } from './clusterFolders.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from './embeddedPostgres.ts';
import { findPostmaster } from './postmaster.ts';
import { processCommand } from './processIdentity.ts';
import { chooseServerUser } from './serverUser.ts';
import { withStartLock } from './startLock.ts';
import { until } from '../../test/support/until.ts';

const HOLDER = path.join(__dirname, '..', '..', 'test', 'support', 'databases', 'holdDatabase.ts');
const IS_ROOT = process.getuid?.() === 0;

let folder: string;
let root: string;
let data: string;
const holders: ChildProcessWithoutNullStreams[] = [];
const opened: EmbeddedPostgres[] = [];

beforeEach(() => {
  folder = makeTestFolder();
  root = path.join(folder, 'postgres');
  ({ data } = clusterFolders(root));
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  for (const holder of holders.splice(0)) {
    holder.kill('SIGKILL');
  }
  await untilStopped();
  rmSync(folder, { recursive: true, force: true });
});

async function open(): Promise<EmbeddedPostgres> {
  const database = await openEmbeddedPostgres({ candidates: [root], isDurable: false });
  opened.push(database);
  return database;
}

async function holdInOtherProcess(env: Readonly<Record<string, string>> = {}) {
  const holder = spawn(process.execPath, ['--import', 'tsx', HOLDER, root], { env: { ...process.env, ...env } });
  holders.push(holder);
  await once(holder.stdout, 'data');
  return holder;
}

async function query(database: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function untilStopped() {
  await until('the server to stop', () => findPostmaster(data) === undefined);
}

function supervisorPids(): number[] {
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(`telemetry-api-supervisor ${root}`))
    .map((line) => Number.parseInt(line, 10));
}

/** A killed process ends when it next gets a processor; until then the server of one looks ready and takes connections that it will reset. */
async function killUntilEnded(pids: readonly number[]): Promise<void> {
  pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
  await until('the killed processes to end', () => pids.every((pid) => processCommand(pid) === ''));
}

function parentOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

test('data survives a restart of the server', async () => {
  const first = await open();
  await query(first, 'CREATE TABLE t AS SELECT 7 AS x');
  await first.close();
  expect(findPostmaster(data)).toBeUndefined();
  const second = await open();
  expect(await query(second, 'SELECT x FROM t')).toEqual([{ x: 7 }]);
  await second.close();
});

test('the server does not listen on the network', async () => {
  const database = await open();
  expect(await query(database, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  await database.close();
});

test('no rule allows TCP, also in the files of an earlier release', async () => {
  const access = path.join(data, 'pg_hba.conf');
  await (await open()).close();
  writeFileSync(access, `${readFileSync(access, 'utf8')}host all all 127.0.0.1/32 trust\n`);
  const database = await open();
  expect(await query(database, 'SELECT type, auth_method FROM pg_hba_file_rules')).toEqual([
    { type: 'local', auth_method: 'trust' },
  ]);
  await database.close();
});

test('processes share one server, which outlives the process that started it and stops after the last one', async () => {
  const holder = await holdInOtherProcess();
  const started = findPostmaster(data)?.pid;
  const [one, two] = await Promise.all([open(), open()]);
  holder.stdin.end();
  await once(holder, 'exit');
  await one.close();
  expect(await query(two, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  expect(findPostmaster(data)?.pid).toBe(started);
  await two.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('processes that start concurrently on an empty folder create one database', async () => {
  const databases = await Promise.all([open(), open(), open(), open()]);
  expect(supervisorPids().length).toBeLessThanOrEqual(2);
  await Promise.all(databases.map((database) => query(database, 'SELECT 1')));
  await Promise.all(databases.map((database) => database.close()));
});

test('the server stops after its last process is killed', async () => {
  const holder = await holdInOtherProcess();
  expect(findPostmaster(data)).toBeDefined();
  holder.kill('SIGKILL');
  await untilStopped();
  await until('the supervisors to end', () => supervisorPids().length === 0);
});

test('a process that comes after the last one, while the supervisor is about to stop the server, keeps it', async () => {
  const { run } = clusterFolders(root);
  const [programs, asked, answered] = [
    path.join(folder, 'bin'),
    path.join(run, 'asked'),
    path.join(folder, 'answered'),
  ];
  mkdirSync(programs, { mode: 0o755 });
  // The supervisor calls it before it looks for members a last time.
  const wait = `#!/bin/sh\n: >'${asked}'\nuntil [ -e '${answered}' ]; do sleep 0.02; done\nexec /bin/chmod "$@"\n`;
  writeFileSync(path.join(programs, 'chmod'), wait, { mode: 0o755 });
  const holder = await holdInOtherProcess({ PATH: `${programs}:${process.env.PATH}` });
  const started = findPostmaster(data)?.pid;
  holder.kill('SIGKILL');
  await until('the supervisor to notice', () => existsSync(asked));
  rmSync(asked);
  const database = await open();
  writeFileSync(answered, '');
  await until('the supervisor to look for members', () => existsSync(asked));
  expect(await query(database, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  expect(findPostmaster(data)?.pid).toBe(started);
  await database.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('after all processes were killed, the next one starts the server with all committed data', async () => {
  const before = await open();
  const holder = await holdInOtherProcess();
  await query(before, 'CREATE TABLE t AS SELECT 7 AS x');
  await killUntilEnded([...supervisorPids(), findPostmaster(data)?.pid ?? 0, holder.pid ?? 0]);
  expect(existsSync(path.join(data, 'postmaster.pid'))).toBe(true);

  const after = await open();
  expect(await query(after, 'SELECT x FROM t')).toEqual([{ x: 7 }]);
  await before.close();
  await after.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('a crashed server is restarted for its users', async () => {
  const database = await open();
  const crashed = findPostmaster(data)?.pid ?? 0;
  process.kill(crashed, 'SIGKILL');
  await until('another server to be ready', () => {
    const { pid = crashed, isReady = false } = findPostmaster(data) ?? {};
    return pid !== crashed && isReady;
  });
  expect(await query(database, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  await database.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('a server that crashed after its supervisor was killed is restarted for all users and stops after the last one', async () => {
  const database = await open();
  const holder = await holdInOtherProcess();
  const pid = findPostmaster(data)?.pid ?? 0;
  process.kill(parentOf(pid), 'SIGKILL');
  expect(await query(database, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  process.kill(pid, 'SIGKILL');
  await until(
    'another server to be ready',
    () => findPostmaster(data)?.isReady === true && findPostmaster(data)?.pid !== pid
  );
  // Time for all processes to notice.
  await sleep(2500);
  await database.close();
  expect(findPostmaster(data)?.isReady).toBe(true);
  holder.kill('SIGKILL');
  await untilStopped();
});

test('a server that lost its supervisor is not left behind', async () => {
  const database = await open();
  supervisorPids().forEach((supervisor) => process.kill(supervisor, 'SIGKILL'));
  await database.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('opening and closing in any order never joins a stopping server', async () => {
  const worker = async (pauseMs: number) => {
    for (let round = 0; round < 12; round++) {
      const database = await open();
      await query(database, 'SELECT 1');
      await sleep(pauseMs);
      await query(database, 'SELECT 1');
      await database.close();
      await sleep(pauseMs * 2);
    }
  };
  await Promise.all([worker(3), worker(7), worker(13)]);
  expect(findPostmaster(data)).toBeUndefined();
});

test('a program with the pid of a dead server is not mistaken for the server', async () => {
  await (await open()).close();
  writeFileSync(path.join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n\n\n\nready   \n`);
  const database = await open();
  expect(findPostmaster(data)?.pid).not.toBe(process.pid);
  await database.close();
});

test('a folder whose path is too long for a socket gets its socket elsewhere, and nothing is left there', async () => {
  root = path.join(folder, 'x'.repeat(120), 'postgres');
  ({ data } = clusterFolders(root));
  const { run } = clusterFolders(root);
  expect(run.startsWith('/tmp/telemetry-api-')).toBe(true);
  const database = await open();
  expect(await query(database, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  await database.close();
  expect(existsSync(run)).toBe(false);
});

test.each(['con espacios y ñ', 'a,b', "l'eau", 'x"y', '$HOME', '%s'])('a folder can be named %s', async (name) => {
  root = path.join(folder, name, 'postgres');
  ({ data } = clusterFolders(root));
  const database = await open();
  expect(await query(database, 'SELECT 1 AS x')).toEqual([{ x: 1 }]);
  await database.close();
  expect(findPostmaster(data)).toBeUndefined();
});

test('files of another version of PostgreSQL are rejected and stay unchanged', async () => {
  await (await open()).close();
  writeFileSync(path.join(data, 'PG_VERSION'), '17\n');
  await expect(open()).rejects.toThrow('created by PostgreSQL 17, which the embedded PostgreSQL 18 cannot read');
  expect(readFileSync(path.join(data, 'PG_VERSION'), 'utf8')).toBe('17\n');
});

test('the error of a server that cannot start contains the reason', async () => {
  await (await open()).close();
  writeFileSync(path.join(data, 'postgresql.conf'), 'shared_buffers = nonsense\n');
  await expect(open()).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
});

test('a path through a file is rejected with its folder and the variable to set', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, path.join(file, 'below')]) {
    await expect(openEmbeddedPostgres({ candidates: [path.join(dataDir, 'postgres')] })).rejects.toThrow(
      `The data folder ${dataDir} cannot be used: a part of its path is a file. Set TELEMETRY_DATA_DIR`
    );
  }
});

test('files that are no database are rejected and stay, and nothing else is left', async () => {
  await (await open()).close();
  rmSync(data, { recursive: true });
  mkdirSync(data);
  writeFileSync(path.join(data, 'notes.txt'), 'mine');
  const before = readdirSync(root);
  await expect(open()).rejects.toThrow(`${data} contains files, but no database of PostgreSQL`);
  expect(readdirSync(root).filter((name) => name !== 'run')).toEqual(before.filter((name) => name !== 'run'));
  expect(readdirSync(data)).toEqual(['notes.txt']);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a folder that cannot be created ends the command, instead of keeping it busy', async () => {
  const program = startProgram('cli.ts', ['migrate'], { TELEMETRY_DATA_DIR: '/proc/none/data', DATABASE_URL: '' });
  expect(await program.ended()).toBe(1);
  expect(program.stderr()).toContain(
    'The data folder /proc/none/data cannot be used: this file system does not allow new folders there. Set TELEMETRY_DATA_DIR'
  );
});

test('SIGTERM ends a command that waits for another one to start the database', async () => {
  mkdirSync(root);
  if (IS_ROOT) {
    const { uid, gid } = chooseServerUser(data) ?? { uid: 0, gid: 0 };
    chownSync(root, uid, gid);
  }
  const { lock } = clusterFolders(root);
  await withStartLock(lock, 1000, async () => {
    const waiting = startProgram('cli.ts', ['migrate'], { TELEMETRY_DATA_DIR: folder, DATABASE_URL: '' });
    const claims = () => readdirSync(root).filter((name) => /^starting\.lock\.\d+\.\d+$/.test(name));
    await until('the command to wait for the lock', () => claims().length === 2);
    await waiting.kill('SIGTERM');
    expect(await waiting.ended()).toBe(1);
    expect(waiting.stderr()).toBe('error: Interrupted.\n');
    expect(claims()).toHaveLength(1);
  });
});

test('SIGTERM ends a command that creates the files of the database, and nothing is left', async () => {
  const dataDir = path.join(folder, 'new');
  const { root: newRoot } = clusterFolders(path.join(dataDir, 'postgres'));
  const creating = startProgram('cli.ts', ['migrate'], { TELEMETRY_DATA_DIR: dataDir, DATABASE_URL: '' });
  await until(
    'the command to create files',
    () => existsSync(newRoot) && readdirSync(newRoot).some((name) => name.startsWith('data.')),
    { everyMs: 1 }
  );
  await creating.kill('SIGTERM');
  expect(await creating.ended()).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
});

const asRoot = IS_ROOT ? test : test.skip;

asRoot(
  'a folder that the account of the server cannot access is rejected, and the error names the variable to set',
  async () => {
    mkdirSync(path.join(folder, 'private'), { mode: 0o700 });
    const unreachable = path.join(folder, 'private', 'data', 'postgres');
    await expect(openEmbeddedPostgres({ candidates: [unreachable] })).rejects.toThrow('Set TELEMETRY_DATA_DIR');
    expect(readdirSync(path.join(folder, 'private'))).toEqual([]);
  }
);

asRoot('the next candidate is used when the first one cannot be accessed', async () => {
  mkdirSync(path.join(folder, 'private'), { mode: 0o700 });
  const candidates = [path.join(folder, 'private', 'data', 'postgres'), root];
  const database = await openEmbeddedPostgres({ candidates, isDurable: false });
  expect(database.root).toBe(root);
  await database.close();
});

asRoot('an existing folder that belongs to another user is not used', async () => {
  mkdirSync(root, { mode: 0o777 });
  chmodSync(root, 0o777);
  await expect(open()).rejects.toThrow('belongs to uid 0');
});

describe('started by root in a folder of another account, which can put links there', () => {
  const SECRET = `${process.pid}\nof root\n`;
  let victim: string;

  beforeEach(async () => {
    await (await open()).close();
    victim = path.join(folder, 'victim');
    writeFileSync(victim, SECRET, { mode: 0o600 });
  });

  const accountId = () => statSync(root).uid;
  const expectUntouched = () => {
    expect(readFileSync(victim, 'utf8')).toBe(SECRET);
    expect(statSync(victim)).toMatchObject({ uid: 0, mode: 0o100600 });
  };
  const linkTo = (make: (target: string, file: string) => void, file: string) => {
    rmSync(file, { force: true });
    make(victim, file);
  };

  asRoot.each([
    ['a symbolic link', symlinkSync],
    ['a hard link', linkSync],
  ])('the log is not written through %s', async (_, make) => {
    const { log } = clusterFolders(root);
    linkTo(make, log);
    await expect(open()).rejects.toThrow(
      `The log ${log} cannot be written by uid ${accountId()}: it is a link or belongs to another account. Remove it.`
    );
    expectUntouched();
    rmSync(log);
    await open();
    expect(statSync(log).uid).toBe(accountId());
  });

  asRoot('the log is not created through a link', async () => {
    rmSync(clusterFolders(root).log);
    symlinkSync(path.join(folder, 'new'), clusterFolders(root).log);
    await expect(open()).rejects.toThrow('it is a link');
    expect(existsSync(path.join(folder, 'new'))).toBe(false);
  });

  asRoot.each([
    ['pg_hba.conf', symlinkSync],
    ['pg_hba.conf', linkSync],
    ['postmaster.pid', symlinkSync],
    ['postmaster.pid', linkSync],
  ])('%s is replaced, not written through a link', async (name, make) => {
    linkTo(make, path.join(data, name));
    await open();
    expectUntouched();
    expect(lstatSync(path.join(data, name)).isFile()).toBe(true);
    expect(statSync(path.join(data, name))).toMatchObject({ uid: accountId(), nlink: 1 });
  });

  asRoot.each([
    ['a symbolic link', symlinkSync],
    ['a hard link', linkSync],
  ])('the start lock and the FIFO are not written through %s', async (_, make) => {
    const { lock, run } = clusterFolders(root);
    for (let attempt = 0; attempt < 300; attempt += 1) {
      linkTo(make, `${lock}.${process.pid}.${attempt}`);
    }
    mkdirSync(run, { recursive: true });
    linkTo(make, path.join(run, 'members.0'));
    await open();
    expectUntouched();
  });

  asRoot('the start lock belongs to the account, which can so break that of a killed process', async () => {
    const { lock } = clusterFolders(root);
    await withStartLock(lock, 1000, async () => expect(statSync(lock).uid).toBe(accountId()), {
      user: chooseServerUser(data),
    });
  });
});
