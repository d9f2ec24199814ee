import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openTestDatabase, type TestDatabase } from '../test/support/databases/testDatabase.ts';
import { startTestExports, type TestExports } from '../test/support/testExports.ts';
import { claimFolder, findMissingFiles } from './claimFolder.ts';
import { exportFile, exportsFolder } from './exportFile.ts';

let plant: TestExports;
let other: TestDatabase;

beforeEach(async () => {
  [plant, other] = await Promise.all([startTestExports(), openTestDatabase()]);
  // Databases of a test are copies of one another.
  await other.pool.query('UPDATE instance SET id = gen_random_uuid()');
});

afterEach(() => Promise.all([plant.close(), other.close()]));

async function writtenFile(): Promise<string> {
  const worker = plant.start();
  const id: string = (await plant.until(await plant.queue(), ['lista'])).id;
  await worker.stop();
  return exportFile(plant.dataDir, id, 'csv');
}

test('a folder stays that of its database, and another one is refused', async () => {
  const file = await writtenFile();
  await claimFolder(plant.pool, plant.dataDir);
  await claimFolder(plant.pool, plant.dataDir);
  await expect(claimFolder(other.pool, plant.dataDir)).rejects.toThrow(
    `The export files in ${exportsFolder(plant.dataDir)} are those of another database, and this one would delete them. Set TELEMETRY_DATA_DIR to another folder.`
  );
  expect(existsSync(file)).toBe(true);
});

test('a folder of an earlier version goes to the database that knows its files, and to no other', async () => {
  await writtenFile();
  await expect(claimFolder(other.pool, plant.dataDir)).rejects.toThrow('are those of another database');
  await claimFolder(plant.pool, plant.dataDir);
});

test('a folder without export files goes to whoever comes first', async () => {
  const folder = exportsFolder(other.dataDir);
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'notes.txt'), '');
  await claimFolder(other.pool, other.dataDir);
  await expect(claimFolder(plant.pool, other.dataDir)).rejects.toThrow('are those of another database');
  rmSync(folder, { recursive: true });
  await claimFolder(plant.pool, other.dataDir);
  expect(readdirSync(folder)).toEqual(['database-id']);
});

test('a folder whose owner was not written whole, as earlier versions did on a full disk, goes to the database of its files', async () => {
  await writtenFile();
  const owner = path.join(exportsFolder(plant.dataDir), 'database-id');
  writeFileSync(owner, '');
  await expect(claimFolder(other.pool, plant.dataDir)).rejects.toThrow('are those of another database');
  await claimFolder(plant.pool, plant.dataDir);
  expect(readFileSync(owner, 'utf8')).toHaveLength(37);
});

test('finished exports without a file in the folder of a server are found, those with one are not', async () => {
  const file = await writtenFile();
  expect(await findMissingFiles(plant.pool, plant.dataDir)).toEqual([]);
  // A second server of the database, with a folder of its own.
  await claimFolder(plant.pool, other.dataDir);
  expect(await findMissingFiles(plant.pool, other.dataDir)).toEqual([path.basename(file, '.csv')]);
});

test('a folder that cannot be written is an error with what to do', async () => {
  const file = path.join(other.dataDir, 'file');
  writeFileSync(file, '');
  await expect(claimFolder(other.pool, file)).rejects.toThrow(
    `The data folder ${file} cannot be used: a part of its path is a file. Set TELEMETRY_DATA_DIR to a folder on a local disk that this user may write to.`
  );
});
