import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findPostmaster } from '../../store/embedded/postmaster.ts';
import { createKey } from '../../store/keys/keys.ts';
import { EmbeddedClient } from '../support/databases/embeddedClient.ts';
import { postmasterOf } from '../support/processes/killing.ts';
import { startProgram, type Program } from '../support/processes/programs.ts';
import { LiveImport } from './liveImport.ts';
import type { KeyClass, LoadJob, LoadResult, LoadSignal } from './clients/loadJob.ts';
import { createHistoricalPlant, LIVE_SITE, type PlantTag } from './historicalPlant.ts';

/** More than the connections of a usual key, fewer than those of the greedy one. */
export const MAX_CONCURRENT_PER_KEY = 10;

/** A service on an embedded database with durable writes, an importer and clients, each in a process of its own. */
export class LoadPlant {
  tags: readonly PlantTag[] = [];
  readonly database: EmbeddedClient;
  private readonly folder: string;
  private service: Program | undefined;
  private importer: Program | undefined;
  private clients: ChildProcess | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.database = new EmbeddedClient(folder);
  }

  async create(): Promise<void> {
    this.service = startProgram('cli.ts', ['serve'], {
      ...this.env(),
      ...{ API_PORT: '0', API_LOG_LEVEL: 'fatal', API_MAX_CONCURRENT_PER_KEY: String(MAX_CONCURRENT_PER_KEY) },
      // A tenth of the default, so that a short run also reaches the limit.
      API_RATE_BURST: '300',
    });
    await this.service.more(0);
    this.tags = await this.database.run(createHistoricalPlant);
  }

  get address(): string {
    return this.service?.lines()[0]?.replace('listening on ', '') ?? '';
  }

  get servicePid(): number {
    return this.service?.pid ?? 0;
  }

  /** Ends all processes; the database server stops with them. */
  async close(): Promise<void> {
    if (this.clients !== undefined && this.clients.exitCode === null) {
      this.clients.kill('SIGKILL');
      await once(this.clients, 'exit');
    }
    await this.importer?.kill();
    await this.service?.kill('SIGTERM');
    await this.database.close();
  }

  /** @throws if it has ended */
  throwIfServiceEnded(): void {
    if (this.service?.hasEnded() !== false) {
      throw new Error(`The service ended: ${this.service?.stderr()}`);
    }
  }

  createKey(name: string, keyClass: KeyClass): Promise<{ readonly id: string; readonly secret: string }> {
    const key = { ...keyClass, name, family: 'integration', expiresMs: null } as const;
    return this.database.run((pool) => createKey(pool, key, Date.now()));
  }

  startImport(): LiveImport {
    this.importer = startProgram('cli.ts', ['import', 'readings', '-'], this.env());
    return new LiveImport(
      this.importer,
      this.tags.filter(({ site }) => site === LIVE_SITE)
    );
  }

  /** Starts the clients. `result` rejects if their process ends without one. */
  startClients(job: LoadJob): { readonly signal: (signal: LoadSignal) => void; readonly result: Promise<LoadResult> } {
    const child = fork(fileURLToPath(new URL('clients/loadClients.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.clients = child;
    child.send(job);
    const result = new Promise<LoadResult>((resolve, reject) => {
      child.once('message', (message) => {
        resolve(message as LoadResult);
        child.disconnect();
      });
      child.once('error', reject);
      child.once('exit', (code, signal) =>
        reject(new Error(`The clients ended with ${signal ?? code} and no result.`))
      );
    });
    return { signal: (signal) => void child.send(signal), result };
  }

  /** Stops the database server as `pg_ctl restart` does; those who use it start it again. Waits until the service is ready again. */
  async restartDatabase(): Promise<{ readonly fromMs: number; readonly toMs: number }> {
    const before = postmasterOf(this.folder);
    const fromMs = Date.now();
    process.kill(before, 'SIGINT');
    while (findPostmaster(path.join(this.folder, 'postgres', 'data'))?.pid === before || !(await this.isReady())) {
      await sleep(20);
    }
    return { fromMs, toMs: Date.now() };
  }

  private async isReady(): Promise<boolean> {
    this.throwIfServiceEnded();
    return (await fetch(`${this.address}/health/ready`)).ok;
  }

  private env(): Record<string, string> {
    return { TELEMETRY_DATA_DIR: this.folder, DATABASE_URL: '' };
  }
}
