import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startProgram } from '../support/processes/programs.ts';
import type { LivePlant } from './livePlant.ts';

/** About as long as each takes on the plant of the first rounds; later ones are longer. */
const LASTS_MS = 2500;

interface BackupContext {
  readonly plant: LivePlant;
  /** For the files. */
  readonly folder: string;
  /** In [0, 1). */
  readonly random: () => number;
}

/** Of the running plant: a file of the name is complete, whether the backup that wrote it was killed or not. */
export async function killBackup({ plant, folder, random }: BackupContext): Promise<boolean> {
  const at = makeFolder(folder, 'backup');
  const file = path.join(at, 'plant.backup');
  const isKilled = await killAfter(random() * LASTS_MS, () => backUp(plant.folder, file));
  // Killed after the rename, it has left a complete one.
  if (isKilled && !existsSync(file)) {
    await expectDone(backUp(plant.folder, file));
  }
  await expectDone(startProgram('cli.ts', ['restore', '--dry-run', file], {}));
  rmSync(at, { recursive: true });
  return isKilled;
}

/** Into a new database of the running server: what is killed is opened by no command and has no key; the next one is complete. */
export function killRestore(context: BackupContext): Promise<boolean> {
  return withBackup(context, ['restored'], async ([url = ''], file, env) => {
    const restore = () => startProgram('cli.ts', ['restore', file], env);
    const isKilled = await killAfter(context.random() * LASTS_MS, restore);
    if (isKilled && !(await isWhole(url))) {
      await expectDone(restore());
    }
    if (!(await isWhole(url))) {
      throw new Error('A restore that was repeated is not complete.');
    }
    return isKilled;
  });
}

/**
 * From one new database into another: what is killed leaves at most one of both as the plant, and the next move has everything.
 */
export function killMove(context: BackupContext): Promise<boolean> {
  return withBackup(context, ['moved_from', 'moved_to'], async ([from = '', to = ''], file, env) => {
    await expectDone(startProgram('cli.ts', ['restore', file], env));
    const stored = await countReadings(from);
    const move = () => startProgram('cli.ts', ['move', '--to', to, '--finish'], env);
    const isKilled = await killAfter(context.random() * LASTS_MS, move);
    if (!(await isWhole(to))) {
      await expectDone(move());
    }
    const { rows } = await read(from, `SELECT moved_to IS NOT NULL AS "isMarked" FROM instance`);
    const moved = await countReadings(to);
    if (rows[0]?.isMarked !== true || !(await isWhole(to)) || moved !== stored) {
      throw new Error(`A move that was repeated is not complete: ${moved} of ${stored} readings.`);
    }
    return isKilled;
  });
}

/**
 * Runs `work` with a backup of the running plant and new databases on its server.
 * @param kinds begin the names of the databases; the environment has the first one
 */
async function withBackup(
  { plant, folder, random }: BackupContext,
  kinds: readonly [string, ...string[]],
  work: (
    urls: readonly string[],
    file: string,
    env: { readonly DATABASE_URL: string; readonly TELEMETRY_DATA_DIR: string }
  ) => Promise<boolean>
): Promise<boolean> {
  const at = makeFolder(folder, kinds[0]);
  const file = path.join(at, 'plant.backup');
  await expectDone(backUp(plant.folder, file));
  const names = kinds.map((kind) => `${kind}_${Math.floor(random() * 1e9)}`);
  for (const name of names) {
    await plant.query(`CREATE DATABASE ${name}`);
  }
  const urls = names.map((name) => plant.urlOf(name));
  const result = await work(urls, file, { DATABASE_URL: urls[0] ?? '', TELEMETRY_DATA_DIR: path.join(at, 'data') });
  for (const name of names) {
    await plant.query(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  rmSync(at, { recursive: true });
  return result;
}

async function countReadings(url: string): Promise<number> {
  const { rows } = await read(url, 'SELECT count(*)::int AS readings FROM reading');
  return rows[0]?.readings ?? 0;
}

/** Whether all was restored. @throws if a key could read a part of it, or if a part of it is not marked as one */
async function isWhole(url: string): Promise<boolean> {
  const { rows: tables } = await read(url, `SELECT to_regclass('instance') IS NOT NULL AS "isThere"`);
  if (tables[0]?.isThere !== true) {
    return false;
  }
  const { rows } = await read(
    url,
    `SELECT (SELECT count(*)::int FROM api_key) AS keys, (SELECT count(*)::int FROM site) AS sites,
       (SELECT restoring_since_ms IS NOT NULL FROM instance) AS "isMarked"`
  );
  const { keys = 0, sites = 0, isMarked = false } = rows[0] ?? {};
  if (isMarked === true ? keys !== 0 : (keys === 0) !== (sites === 0)) {
    throw new Error(`A restore that was killed left ${keys} keys and ${sites} sites, marked: ${isMarked}.`);
  }
  return isMarked !== true && keys !== 0;
}

interface Counts {
  readonly isThere?: boolean;
  readonly readings?: number;
  readonly keys?: number;
  readonly sites?: number;
  readonly isMarked?: boolean;
}

async function read(url: string, sql: string): Promise<{ readonly rows: readonly Counts[] }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Counts>(sql);
  } finally {
    await client.end();
  }
}

function backUp(dataDir: string, file: string) {
  return startProgram('cli.ts', ['backup', file], { TELEMETRY_DATA_DIR: dataDir, DATABASE_URL: '' });
}

async function killAfter(ms: number, start: () => ReturnType<typeof startProgram>): Promise<boolean> {
  const program = start();
  await sleep(ms);
  return !program.hasEnded() && (await program.kill());
}

async function expectDone(program: ReturnType<typeof startProgram>): Promise<void> {
  if ((await program.ended()) !== 0) {
    throw new Error(`A command that should have succeeded failed: ${program.stderr()}`);
  }
}

function makeFolder(parent: string, kind: string): string {
  const made = path.join(parent, `${kind}-${readdirSync(parent).length}`);
  mkdirSync(made, { mode: 0o755 });
  return made;
}
