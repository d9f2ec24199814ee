import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { packageFolder } from '../../packageFolder.ts';
import { killIfRunning, parentOf, postmasterOf } from '../support/processes/killing.ts';
import { startProgram } from '../support/processes/programs.ts';
import { killBackup, killMove, killRestore } from './backupFaults.ts';
import { ExportRun } from './exportRun.ts';
import type { LivePlant } from './livePlant.ts';
import { until } from '../support/until.ts';

export interface CrashContext {
  readonly plant: LivePlant;
  /** The export that is queued. */
  readonly exported: ExportRun;
  /** A folder for the databases of migrations. */
  readonly folder: string;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Disturbs the plant and starts again what does not start by itself. Returns false if the work that it disturbs had ended before. */
export type Fault<S extends CrashContext = CrashContext> = (context: S) => Promise<boolean>;

/** Kills with SIGKILL, while a file is imported, a client writes and an export is queued. */
export const KILL_TARGETS: Readonly<Record<string, Fault>> = {
  importer: ({ plant }) => plant.killImporter(),
  service: ({ plant }) => plant.killService(),
  supervisor: async ({ plant }) => process.kill(parentOf(postmasterOf(plant.folder)), 'SIGKILL'),
  PostgreSQL: async ({ plant }) => process.kill(postmasterOf(plant.folder), 'SIGKILL'),
  'session of PostgreSQL': async ({ plant, random }) => {
    const sessions = await plant.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY pid`
    );
    return killIfRunning(sessions[Math.floor(random() * sessions.length)]?.pid ?? 0);
  },
  'export worker': async ({ plant, random }) => {
    const large = new ExportRun(plant, true);
    await large.queue();
    if (!(await large.untilWriting())) {
      return false;
    }
    await sleep(random() * 50);
    await plant.killService();
    const wasWriting = await large.isUnfinished();
    await large.check();
    return wasWriting;
  },
  migration: killMigration,
  'first start': killFirstStart,
  backup: killBackup,
  move: killMove,
  restore: killRestore,
};

/** Of a new database on the running server, while its schema is created. */
async function killMigration({ plant, random }: CrashContext): Promise<boolean> {
  const name = `migrated_${Math.floor(random() * 1e9)}`;
  await plant.query(`CREATE DATABASE ${name}`);
  const migrate = () => startProgram('cli.ts', ['migrate'], { DATABASE_URL: plant.urlOf(name) });
  const first = migrate();
  const isMigrating = async () =>
    (
      await plant.query(
        `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND datname = $1`,
        [name]
      )
    ).length > 0;
  // Without a pause: the whole migration takes a tenth of a second.
  await until('the migration to begin', async () => first.hasEnded() || (await isMigrating()), { everyMs: 0 });
  await sleep(random() * 80);
  const isKilled = await first.kill();
  const second = migrate();
  await second.ended();
  expectSchemaVersion(second.lines());
  await plant.query(`DROP DATABASE ${name} WITH (FORCE)`);
  return isKilled;
}

/** Of a new data folder, while the embedded database and its schema are created. */
async function killFirstStart({ folder: parent, random }: CrashContext): Promise<boolean> {
  const folder = path.join(parent, 'first-start');
  mkdirSync(folder, { mode: 0o755 });
  const migrate = () => startProgram('cli.ts', ['migrate'], { TELEMETRY_DATA_DIR: folder, DATABASE_URL: '' });
  const first = migrate();
  const hasBegun = () => first.hasEnded() || existsSync(path.join(folder, 'postgres'));
  await until('the database to be created', hasBegun, { everyMs: 2 });
  await sleep(random() * 1000);
  const isKilled = await first.kill();
  const second = migrate();
  await second.ended();
  expectSchemaVersion(second.lines());
  rmSync(folder, { recursive: true });
  return isKilled;
}

function expectSchemaVersion(lines: readonly string[]): void {
  const versions = readdirSync(path.join(packageFolder, 'migrations')).map((name) => Number(name.slice(0, 4)));
  const expected = `schema version ${Math.max(...versions.filter(Number.isInteger))} `;
  if (lines[0]?.startsWith(expected) !== true) {
    throw new Error(`After a killed migration, "migrate" printed "${lines[0]}" instead of "${expected}…".`);
  }
}
