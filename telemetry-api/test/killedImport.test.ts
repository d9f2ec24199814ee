import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../store/database/database.ts';
import { findPostmaster } from '../store/embedded/postmaster.ts';
import { hasPostgres15, startPostgres15 } from './support/postgres15.ts';
import { startProgram, type Program } from './support/programs.ts';
import { makeTestFolder } from './support/testDatabase.ts';
import { countWrongBuckets, PLANT_CSV } from './support/testImports.ts';

const ROWS = 200_000;

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = makeTestFolder();
  database = await openDatabase({ dataDir: folder });
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function query<T>(sql: string): Promise<T[]> {
  return (await database.pool.query(sql)).rows as T[];
}

async function countReadings(): Promise<number> {
  return (await query<{ n: number }>('SELECT count(*) AS n FROM reading'))[0]?.n ?? 0;
}

async function untilFirstReadings(): Promise<void> {
  while ((await countReadings()) === 0) {
    await sleep(5);
  }
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

function runImport(args: readonly string[], databaseUrl = ''): Program {
  return startProgram('cli.ts', ['import', ...args], { TELEMETRY_DATA_DIR: folder, DATABASE_URL: databaseUrl });
}

test('a killed import leaves exact buckets, and importing the file again completes it', async () => {
  const { devices, readings } = writeFiles();
  await runImport(['devices', devices]).ended();

  const killed = runImport(['readings', readings]);
  await untilFirstReadings();
  await killed.kill();
  expect(await countReadings()).toBeLessThan(ROWS);
  expect(await countWrongBuckets(query)).toBe(0);

  const again = runImport(['readings', readings]);
  expect(await again.ended()).toBe(0);
  expect(await countReadings()).toBe(ROWS);
  expect(await countWrongBuckets(query)).toBe(0);
});

describe.each([
  { name: 'the embedded database', isHere: process.platform === 'linux', isEmbedded: true },
  { name: 'the PostgreSQL 15 of the system', isHere: hasPostgres15, isEmbedded: false },
])('on $name', ({ isHere, isEmbedded }) => {
  (isHere ? test : test.skip)(
    'an import waits while the database restarts, and counts every row once',
    async () => {
      const own = isEmbedded ? undefined : await startPostgres15(true);
      const { devices, readings } = writeFiles();
      expect(await runImport(['devices', devices], own?.url).ended()).toBe(0);
      if (own === undefined) {
        await query('TRUNCATE reading, bucket_1m, bucket_1h, bucket_1d, latest');
      } else {
        await database.close();
        database = await openDatabase({ databaseUrl: own.url, dataDir: folder });
      }

      const running = runImport(['readings', readings], own?.url);
      await untilFirstReadings();
      if (own === undefined) {
        process.kill(findPostmaster(path.join(folder, 'postgres', 'data'))?.pid ?? 0, 'SIGKILL');
      } else {
        await own.kill('SIGQUIT');
        await own.start();
      }
      expect(await running.ended()).toBe(0);
      expect(running.stderr()).toMatch(
        /The database does not respond; waiting for it for up to 5 minutes: .*\n.*responds again/s
      );
      const [, first, second] = running.lines();
      expect([first?.trim(), second?.trim()]).toEqual(['200,000  new', '0  already stored with the same value']);
      expect(await countReadings()).toBe(ROWS);
      expect(await countWrongBuckets(query)).toBe(0);
      if (own !== undefined) {
        await database.close();
        database = await openDatabase({ dataDir: folder });
        await own.close();
      }
    },
    120_000
  );
});
