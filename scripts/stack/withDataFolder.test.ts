import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withDataFolder } from './withDataFolder.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'data-folder-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const nothing = () => Promise.resolve();

test('the folder is locked until the work ends', async () => {
  await withDataFolder(dataDir, async () => {
    await expect(withDataFolder(dataDir, nothing)).rejects.toThrow(
      `Another npm start (process ${process.pid}) is already using the data folder ${dataDir}. Stop it`
    );
  });
  await expect(withDataFolder(dataDir, nothing)).resolves.toBeUndefined();
});

test('the lock of an ended process is ignored', async () => {
  writeFileSync(path.join(dataDir, 'npm-start.lock'), '999999999 gone');
  await expect(withDataFolder(dataDir, nothing)).resolves.toBeUndefined();
});

test('an error of the work is rethrown', async () => {
  const work = withDataFolder(dataDir, () => Promise.reject(new Error('no disk')));
  await expect(work).rejects.toThrow(/^no disk$/);
});

test('a folder that cannot be created is reported with the variable that sets it', async () => {
  writeFileSync(path.join(dataDir, 'file'), '');
  await expect(withDataFolder(path.join(dataDir, 'file', 'below'), nothing)).rejects.toThrow(
    /The data folder .*\/file\/below cannot be used: a part of its path is a file\. Set TELEMETRY_DATA_DIR/
  );
  // As on a read-only file system, the folder is there and takes no file.
  await expect(withDataFolder('/proc', nothing)).rejects.toThrow(
    'The data folder /proc cannot be used: this file system does not allow new folders there. Set TELEMETRY_DATA_DIR'
  );
});
