import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTestFolder } from '../../test/support/databases/testDatabase.ts';
import { withStartLock } from './startLock.ts';

let folder: string;
let lockFile: string;

beforeEach(() => {
  folder = makeTestFolder();
  lockFile = path.join(folder, 'lock');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('work runs in one process at a time, all of them run, and no file is left', async () => {
  let inside = 0;
  let most = 0;
  let turns = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await sleep(2);
    turns++;
    inside--;
  };
  await Promise.all(Array.from({ length: 12 }, () => withStartLock(lockFile, 10_000, work)));
  expect({ most, turns, left: readdirSync(folder) }).toEqual({ most: 1, turns: 12, left: [] });
});

test('the lock is released when the work fails', async () => {
  await expect(withStartLock(lockFile, 1000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lockFile)).toBe(false);
});

test.each([
  ['a process that has ended', '999999999 x y'],
  ['a process whose pid has been reused', `${process.pid} some-boot 1`],
  ['nobody', ''],
])('the lock of %s is broken', async (_, holder) => {
  writeFileSync(lockFile, holder);
  expect(await withStartLock(lockFile, 5000, async () => 'done')).toBe('done');
});

test('the timeout error names the holder', async () => {
  await withStartLock(lockFile, 1000, async () => {
    await expect(withStartLock(lockFile, 50, async () => 'never')).rejects.toThrow(`(${process.pid} `);
  });
});
