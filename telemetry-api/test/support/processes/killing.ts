import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostmaster } from '../../../store/embedded/postmaster.ts';
import type { Postgres15 } from '../databases/postgres15.ts';
import { startProgram, type Program } from './programs.ts';
import { until } from '../until.ts';

/** The processes that a test kills: two servers, a writer and their database. Each is started again. */
export interface Killable {
  readonly targets: Readonly<Record<string, () => Promise<void>>>;
  /** Addresses of the servers that run. */
  addresses(): readonly string[];
  /** Batches whose write was acknowledged. */
  acknowledged(): ReadonlySet<number>;
  /** Waits until every server is ready and the writer has written more batches. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startKillable(
  env: Readonly<Record<string, string>>,
  tagIds: readonly number[],
  database: Postgres15 | { readonly dataDir: string }
): Promise<Killable> {
  const acknowledged = new Set<number>();
  const startServer = () => startProgram('cli.ts', ['serve'], { ...env, API_PORT: '0', API_LOG_LEVEL: 'fatal' });
  const startWriter = () =>
    // Repeats the last batch: it may have been written without an acknowledgement.
    startProgram(
      'test/support/processes/writeBatches.ts',
      [Math.max(0, acknowledged.size - 1), ...tagIds].map(String),
      env
    );
  const servers = [startServer(), startServer()];
  let writer = startWriter();
  const collect = () => writer.lines().forEach((line) => acknowledged.add(Number(line)));

  const killServer = (index: number) => async () => {
    await servers[index]?.kill();
    servers[index] = startServer();
    await servers[index]?.more(0);
  };
  const killWriter = async () => {
    await writer.kill();
    collect();
    writer = startWriter();
  };
  const addressOf = (server: Program) => server.lines()[0]?.replace('listening on ', '') ?? '';
  const settle = async () => {
    const count = writer.lines().length;
    await writer.more(count + 1);
    for (const server of servers) {
      await server.more(0);
      await until('a server to be ready', async () => (await fetch(`${addressOf(server)}/health/ready`)).ok);
    }
    collect();
  };
  const killDatabase: Record<string, () => Promise<void>> =
    'url' in database
      ? {
          database: async () => {
            await database.kill('SIGKILL');
            await database.start();
          },
        }
      : {
          supervisor: async () => void process.kill(parentOf(postmasterOf(database.dataDir)), 'SIGKILL'),
          database: async () => void process.kill(postmasterOf(database.dataDir), 'SIGKILL'),
        };
  await settle();
  return {
    targets: { 'first server': killServer(0), ...killDatabase, writer: killWriter, 'second server': killServer(1) },
    addresses: () => servers.map(addressOf),
    acknowledged: () => (collect(), acknowledged),
    settle,
    stop: async () => {
      await writer.kill();
      await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    },
  };
}

/** @throws if the embedded database of the folder is not running */
export function postmasterOf(dataDir: string): number {
  const pid = findPostmaster(path.join(dataDir, 'postgres', 'data'))?.pid;
  if (pid === undefined) {
    throw new Error('The embedded database is not running.');
  }
  return pid;
}

export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** @returns false if the process had ended before */
export function killIfRunning(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}
