import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { writeExport } from '../exports/writeExport.ts';
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../store/embedded/embeddedPostgres.ts';
import { fillDisk } from './support/fillDisk.ts';
import { LoopDisk, whyNoLoopDisk } from './support/loopDisk.ts';
import { makeTestFolder, openTestDatabase } from './support/testDatabase.ts';

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

  test('a start on a full disk names it and leaves no file; once there is space, the database starts', async () => {
    const root = path.join(disk.folder, 'postgres');
    const open = async () => {
      const database = await openEmbeddedPostgres({ candidates: [root], isDurable: false });
      opened.push(database);
      return database;
    };
    await (await open()).close();
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
