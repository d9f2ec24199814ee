import { chownSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTestFolder } from '../../test/support/databases/testDatabase.ts';
import { findPostmaster, replaceStalePid } from './postmaster.ts';
import { chooseServerUser } from './serverUser.ts';

let data: string;
let lockFile: string;

beforeEach(() => {
  data = path.join(makeTestFolder(), 'data');
  mkdirSync(data);
  lockFile = path.join(data, 'postmaster.pid');
});

afterEach(() => rmSync(path.dirname(data), { recursive: true }));

const NO_PROCESS = 999_999;
/** Above the pids of all systems. */
const NEVER_A_PROCESS = 2 ** 22;

test('the pid of a dead server is replaced before a process can be given it, and the memory it names stays', () => {
  const rest = `${data}\n1\n5432\n\n\n  4711  8\nready   \n`;
  writeFileSync(lockFile, `${NO_PROCESS}\n${rest}`);
  replaceStalePid(data, undefined);
  const [pid, ...others] = readFileSync(lockFile, 'utf8').split('\n');
  expect(Number(pid)).toBeGreaterThan(NEVER_A_PROCESS);
  expect(others.join('\n')).toBe(rest);
});

test('without a lock file, none is written', () => {
  replaceStalePid(data, undefined);
  expect(() => readFileSync(lockFile)).toThrow('ENOENT');
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot.each([
  ['a symbolic link', symlinkSync],
  ['a hard link', linkSync],
])('the account is not given what only root may read through %s in place of the file', (_, make) => {
  const user = chooseServerUser(data);
  chownSync(data, user?.uid ?? 0, user?.gid ?? 0);
  const victim = path.join(path.dirname(data), 'victim');
  writeFileSync(victim, `${process.pid}\nof root\n`, { mode: 0o600 });
  make(victim, lockFile);
  replaceStalePid(data, user);
  expect(readFileSync(lockFile, 'utf8')).not.toContain('of root');
  expect(lstatSync(lockFile)).toMatchObject({ uid: user?.uid, nlink: 1 });
  expect(readFileSync(victim, 'utf8')).toContain('of root');
});

test.each(['', '0', '-1', '1.5', 'x', String(2 ** 31 - 2), String(process.pid)])(
  'a lock file with the pid "%s" names no server',
  (pid) => {
    writeFileSync(lockFile, `${pid}\n${data}\n1\n5432\n\n\n\nready   \n`);
    expect(findPostmaster(data)).toBeUndefined();
  }
);
