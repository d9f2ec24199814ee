import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { openDatabase, type Database } from '../../store/database/database.ts';
import { findPostmaster } from '../../store/embedded/postmaster.ts';
import { hasPostgres15, type Postgres15, startPostgres15 } from '../support/databases/postgres15.ts';
import { readImportReport } from '../support/processes/importReport.ts';
import { startProgram, type Program } from '../support/processes/programs.ts';
import { makeTestFolder } from '../support/databases/testDatabase.ts';
import { countWrongBuckets, PLANT_CSV } from '../support/testImports.ts';
import { until } from '../support/until.ts';

const ROWS = 200_000;

/** `npm run crash` kills importers, and the embedded database during imports. */
const CAN_KILL = hasPostgres15 || process.platform === 'linux';

let folder: string;
let postgres: Postgres15 | undefined;
let database: Database;

beforeAll(async () => {
  folder = makeTestFolder();
  postgres = hasPostgres15 ? await startPostgres15({ isDurable: true }) : undefined;
  database = await openDatabase({ databaseUrl: postgres?.url, dataDir: folder });
});

afterAll(async () => {
  await database.close();
  await postgres?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function query<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

async function countReadings(): Promise<number> {
  return (await query<{ n: number }>('SELECT count(*) AS n FROM reading'))[0]?.n ?? 0;
}

/** Of an advisory lock that the test holds. */
const HOLD = 4711;

/** Lets an import write its first rows and makes it wait with the next ones, until the session that is returned ends. */
async function holdAfterFirstReadings(): Promise<pg.PoolClient> {
  await query(`CREATE FUNCTION wait_for_the_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM reading) THEN PERFORM pg_advisory_xact_lock_shared(${HOLD}); END IF;
    RETURN NULL;
  END $$`);
  await query('CREATE TRIGGER wait_for_the_test BEFORE INSERT ON reading EXECUTE FUNCTION wait_for_the_test()');
  const client = await database.pool.connect();
  client.on('error', () => undefined);
  await client.query(`SELECT pg_advisory_lock(${HOLD})`);
  return client;
}

async function isHeld(): Promise<boolean> {
  const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = ${HOLD} AND NOT granted`;
  return (await countReadings()) > 0 && (await query(waiting)).length > 0;
}

/** Writes a file of devices and one of readings; returns their paths. */
function writeFiles(): { devices: string; readings: string } {
  const [devices, readings] = [path.join(folder, 'devices.csv'), path.join(folder, 'readings.csv')];
  writeFileSync(devices, PLANT_CSV);
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const ts = new Date(Date.UTC(2026, 0, 1) + ((i * 7) % ROWS) * 10_000).toISOString();
    return `CMP-1,${i % 2 === 0 ? 'presion' : 'potencia'},${ts},${i % 101}`;
  });
  writeFileSync(readings, `device,tag,timestamp,value\n${rows.join('\n')}\n`);
  return { devices, readings };
}

function runImport(args: readonly string[]): Program {
  return startProgram('cli.ts', ['import', ...args], {
    TELEMETRY_DATA_DIR: folder,
    DATABASE_URL: postgres?.url ?? '',
  });
}

(CAN_KILL ? test : test.skip)('an import waits while the database restarts, and counts every row once', async () => {
  const { devices, readings } = writeFiles();
  expect(await runImport(['devices', devices]).ended()).toBe(0);
  const session = await holdAfterFirstReadings();
  const running = runImport(['readings', readings]);
  await until('the import to write rows and to wait', isHeld);
  expect(await countReadings()).toBeLessThan(ROWS);
  if (postgres === undefined) {
    process.kill(findPostmaster(path.join(folder, 'postgres', 'data'))?.pid ?? 0, 'SIGKILL');
  } else {
    await postgres.kill('SIGQUIT');
    await postgres.start();
  }
  session.release(true);
  expect(await running.ended()).toBe(0);
  expect(running.stderr()).toMatch(
    /The database takes no rows now; waiting for it for up to 5 minutes: .*\n.*takes rows again/s
  );
  expect(readImportReport(running)).toEqual({ added: ROWS, repeated: 0, unconfirmed: 0 });
  expect(await countReadings()).toBe(ROWS);
  expect(await countWrongBuckets(query)).toBe(0);
});
