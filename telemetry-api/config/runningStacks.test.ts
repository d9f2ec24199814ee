import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataDir } from './config.ts';
import { missedStack, readRunningStacks, withRunningStack } from './runningStacks.ts';

let folder: string;

beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'stacks-'))));

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a stack is known while it runs, and a killed one is not', async () => {
  const stacks = path.join(folder, 'of', 'this', 'checkout');
  expect(readRunningStacks(stacks)).toEqual([]);
  const known = await withRunningStack('/data/a', async () => readRunningStacks(stacks), stacks);
  expect(known).toEqual(['/data/a']);
  expect(readRunningStacks(stacks)).toEqual([]);
  // Of a process with another start time that had this pid.
  writeFileSync(path.join(stacks, String(process.pid)), `${process.pid} of another boot\n/data/b\n`);
  writeFileSync(path.join(stacks, 'notes.txt'), 'x');
  expect(readRunningStacks(stacks)).toEqual([]);
});

test('a stack whose work fails is not known any more', async () => {
  const failing = withRunningStack('/data/a', () => Promise.reject(new Error('no')), folder);
  await expect(failing).rejects.toThrow('no');
  expect(readRunningStacks(folder)).toEqual([]);
});

test.each<[string, Record<string, string>, string[], string | undefined]>([
  ['nothing runs', {}, [], undefined],
  ['the stack has another data folder', {}, ['/data/a'], '/data/a'],
  ['a stack has the default one', {}, ['/data/a', readDataDir({})], undefined],
  ['a data folder is chosen', { TELEMETRY_DATA_DIR: '/data/b' }, ['/data/a'], undefined],
  ['the variable is empty', { TELEMETRY_DATA_DIR: '' }, ['/data/a'], '/data/a'],
  ['a database is chosen', { DATABASE_URL: 'postgres://127.0.0.1/x' }, ['/data/a'], undefined],
])('where %s, a command misses the stack or not', (_, env, stacks, missed) => {
  expect(missedStack(env, stacks)).toBe(missed);
});
