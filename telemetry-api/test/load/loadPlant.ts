import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster } from '../../store/embedded/postmaster.ts';
import { createKey, PERMISSIONS } from '../../store/keys/keys.ts';
import { EmbeddedClient } from '../support/databases/embeddedClient.ts';
import { postmasterOf } from '../support/processes/killing.ts';
import { startProgram, type Program } from '../support/processes/programs.ts';
import { LiveImport } from './liveImport.ts';
import { createPlantData, LIVE_SITE, type PlantTag } from './plantData.ts';

/** More than the connections of a usual key, fewer than those of the greedy one. */
export const MAX_CONCURRENT_PER_KEY = 10;

/** A service on an embedded database with durable writes, and an importer, each in a process of its own. */
export class LoadPlant {
  tags: readonly PlantTag[] = [];
  readonly database: EmbeddedClient;
  private readonly folder: string;
  private service: Program | undefined;
  private importer: Program | undefined;

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
    this.tags = await this.database.run(createPlantData);
  }

  get address(): string {
    return this.service?.lines()[0]?.replace('listening on ', '') ?? '';
  }

  get servicePid(): number {
    return this.service?.pid ?? 0;
  }

  /** Ends all processes; the database server stops with them. */
  async close(): Promise<void> {
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

  /** @param siteCode null: all sites. @returns the secret of a key */
  async createKey(name: string, siteCode: string | null): Promise<string> {
    const siteCodes = siteCode === null ? null : [siteCode];
    const key = { name, siteCodes, permissions: PERMISSIONS, family: 'integration', expiresMs: null } as const;
    const { secret } = await this.database.run((pool) => createKey(pool, key, Date.now()));
    return secret;
  }

  startImport(): LiveImport {
    this.importer = startProgram('cli.ts', ['import', 'readings', '-'], this.env());
    return new LiveImport(
      this.importer,
      this.tags.filter(({ site }) => site === LIVE_SITE)
    );
  }

  /** Readings of the tags that are imported during a run. */
  async countLiveRows(): Promise<number> {
    const ids = this.tags.filter(({ site }) => site === LIVE_SITE).map(({ id }) => id);
    const sql = 'SELECT count(*)::int AS n FROM reading WHERE tag_id = ANY ($1)';
    const { rows } = await this.database.run((pool) => pool.query<{ readonly n: number }>(sql, [ids]));
    return rows[0]?.n ?? NaN;
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
