import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { writeExport } from '../../exports/writeExport.ts';
import { DiskFullError } from '../../store/embedded/clusterFolders.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../../store/embedded/embeddedPostgres.ts';
import { fillDisk } from '../support/fillDisk.ts';
import { postmasterOf } from '../support/processes/killing.ts';
import { startProgram } from '../support/processes/programs.ts';
import { LoopDisk, whyNoLoopDisk } from '../support/loopDisk.ts';
import { makeTestFolder, openTestDatabase } from '../support/databases/testDatabase.ts';
import { until } from '../support/until.ts';

let folder: string;
let disk: LoopDisk;
const opened: EmbeddedPostgres[] = [];

const withDisk = whyNoLoopDisk() === undefined ? describe : describe.skip;

withDisk('on a disk of its own', () => {
  beforeEach(() => {
    folder = makeTestFolder();
    disk = new LoopDisk(folder, 300);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await disk.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(): Promise<EmbeddedPostgres> {
    const database = await openEmbeddedPostgres({ candidates: [path.join(disk.folder, 'postgres')], isDurable: false });
    opened.push(database);
    return database;
  }

  test('a start on a full disk names it and leaves no file; once there is space, the database starts', async () => {
    await (await open()).close();
    const root = path.join(disk.folder, 'postgres');
    const files = readdirSync(root);
    const release = fillDisk(disk.folder);
    try {
      for (let attempt = 0; attempt < 3; attempt++) {
        await expect(open()).rejects.toThrow(`${disk.folder} cannot be used: the disk is full. Free space on it.`);
      }
    } finally {
      release();
    }
    expect(readdirSync(root)).toEqual(files);
    await (await open()).close();
  });

  test('a crashed server that cannot start on a full disk says so, and starts by itself once there is space', async () => {
    const database = await open();
    const release = fillDisk(disk.folder);
    try {
      process.kill(postmasterOf(disk.folder), 'SIGKILL');
      await until('a start that fails', () => database.restartError() !== undefined);
      expect(database.restartError()).toBeInstanceOf(DiskFullError);
    } finally {
      release();
    }
    await until('a start that succeeds', () => database.restartError() === undefined);
    const client = new pg.Client(database.connection);
    await client.connect();
    expect((await client.query('SELECT 7 AS x')).rows).toEqual([{ x: 7 }]);
    await client.end();
  });

  test('a backup on a full disk names it, and the earlier one is left', async () => {
    const env = { TELEMETRY_DATA_DIR: path.join(folder, 'data'), DATABASE_URL: '' };
    const file = path.join(disk.folder, 'plant.backup');
    const backUp = async () => {
      const program = startProgram('cli.ts', ['backup', '--force', file], env);
      return { code: await program.ended(), stderr: program.stderr() };
    };
    expect(await backUp()).toMatchObject({ code: 0 });
    const earlier = readFileSync(file);
    const release = fillDisk(disk.folder);
    try {
      expect(await backUp()).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(
          `error: Cannot write the backup to ${file}. Nothing of it was kept.\n  ENOSPC: `
        ),
      });
    } finally {
      release();
    }
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('plant'))).toEqual(['plant.backup']);
    expect(readFileSync(file)).toEqual(earlier);
  });

  test('an export file that is complete survives a power cut', async () => {
    const database = await openTestDatabase();
    const file = path.join(disk.folder, 'exports', 'a.csv');
    const content = { format: 'csv', tagIds: [], level: 'raw', fromMs: 0, toMs: 1 } as const;
    await writeExport(database.pool, content, { file, part: `${file}.part` }, () => Promise.resolve(true));
    await database.close();
    disk.copySubmitted();
    await disk.replaceByCopy();
    expect(readdirSync(path.dirname(file))).toEqual(['a.csv']);
  });
});
