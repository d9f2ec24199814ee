import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { until } from '../until.ts';

const BIN = process.env.TEST_POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin';

/** Whether PostgreSQL is installed on the system (Debian's postgresql-15, or TEST_POSTGRES_BIN). */
export const hasPostgres15 = existsSync(path.join(BIN, 'postgres'));

/** Whether that PostgreSQL has Citus. */
export const hasCitus = existsSync(path.join(BIN, '..', 'lib', 'citus.so'));

/** A server of the system's PostgreSQL in its own folder, for tests that stop and kill it. */
export interface Postgres15 {
  readonly url: string;
  /** Sends the signal to the postmaster. */
  kill(signal: 'SIGQUIT' | 'SIGKILL'): Promise<void>;
  start(): Promise<void>;
  /** Suspends or resumes all processes of the server; connections stay open. */
  freeze(isFrozen: boolean): void;
  /** Starts a standby that replicates this server. */
  makeStandby(): Promise<Postgres15>;
  /** Stops the server and deletes its folder. */
  close(): Promise<void>;
}

export interface Postgres15Options {
  readonly isDurable?: boolean;
  /** Parameters of the server. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

export async function startPostgres15(options: Postgres15Options = {}): Promise<Postgres15> {
  const folder = await makeFolder();
  run('initdb', ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C']);
  return openServer(folder, options);
}

async function openServer(folder: string, options: Postgres15Options): Promise<Postgres15> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let server: ChildProcess | undefined;

  const start = async () => {
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 60 };
    const given = Object.entries({ ...settings, ...(options.isDurable ? {} : { fsync: 'off' }), ...options.settings });
    const args = ['-D', folder, ...given.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    // The sessions of a killed server hold its shared memory a little longer. The next server cannot start until they release it.
    let started: ChildProcess | undefined;
    const isStarted = () => {
      if (started === undefined || started.exitCode !== null) {
        // Citus' client library reads certificates from there.
        const env = { ...process.env, HOME: folder };
        started = spawn(path.join(BIN, 'postgres'), args, { ...account(), env, cwd: folder, stdio: 'ignore' });
        server = started;
      }
      return isReady(url);
    };
    await until(`PostgreSQL to start in ${folder} on port ${port}`, isStarted, { everyMs: 50 });
  };
  const kill = async (signal: NodeJS.Signals) => {
    if (server !== undefined && server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit');
      server.kill(signal);
      await gone;
    }
  };
  await start();
  return {
    url,
    start,
    kill,
    freeze: (isFrozen) => {
      const postmaster = server?.pid ?? 0;
      const listChildren = () =>
        execFileSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' })
          .split('\n')
          .filter(Boolean)
          .map(Number);
      // While it is stopped, no child begins, and the pid of one that ends stays its own.
      if (isFrozen) {
        process.kill(postmaster, 'SIGSTOP');
        listChildren().forEach((pid) => process.kill(pid, 'SIGSTOP'));
      } else {
        listChildren().forEach((pid) => process.kill(pid, 'SIGCONT'));
        process.kill(postmaster, 'SIGCONT');
      }
    },
    makeStandby: async () => {
      const copy = await makeFolder();
      run('pg_basebackup', ['-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', url]);
      return openServer(copy, options);
    },
    close: async () => {
      await kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeFolder(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'telemetry-pg15-'));
  const user = account();
  if (user !== undefined) {
    chownSync(folder, user.uid, user.gid);
  }
  chmodSync(folder, 0o700);
  return folder;
}

function run(program: string, args: readonly string[]): void {
  execFileSync(path.join(BIN, program), args, { ...account(), cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] });
}

/** PostgreSQL does not run as root: Debian's package has its own account. */
function account(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const entry = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return { uid: Number(entry?.[1]), gid: Number(entry?.[2]) };
}

async function isReady(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
