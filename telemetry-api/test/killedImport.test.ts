import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type Database } from '../store/database/database.ts';
import { startProgram } from './support/programs.ts';
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

test('a killed import leaves exact buckets, and importing the file again completes it', async () => {
  const [devices, readings] = ['devices.csv', 'readings.csv'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ];
  writeFileSync(devices, PLANT_CSV);
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const ts = new Date(Date.UTC(2026, 0, 1) + ((i * 7) % ROWS) * 10_000).toISOString();
    return `CMP-1,${i % 2 === 0 ? 'presion' : 'potencia'},${ts},${i % 101}`;
  });
  writeFileSync(readings, `device,tag,timestamp,value\n${rows.join('\n')}\n`);
  const run = (args: readonly string[]) =>
    startProgram('cli.ts', ['import', ...args], { TELEMETRY_DATA_DIR: folder, DATABASE_URL: '' });
  await run(['devices', devices]).ended();

  const killed = run(['readings', readings]);
  while ((await countReadings()) === 0) {
    await sleep(5);
  }
  await killed.kill();
  expect(await countReadings()).toBeLessThan(ROWS);
  expect(await countWrongBuckets(query)).toBe(0);

  const again = run(['readings', readings]);
  expect(await again.ended()).toBe(0);
  expect(await countReadings()).toBe(ROWS);
  expect(await countWrongBuckets(query)).toBe(0);
});
