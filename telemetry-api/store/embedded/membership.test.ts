import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, constants, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { makeTestFolder } from '../../test/support/databases/testDatabase.ts';
import { CLOSING_MODE, hasMembers, joinServer, newMembersFifo } from './membership.ts';

let run: string;
let fifo: string;
/** As the supervisor has it open. */
let reader: number;

beforeEach(() => {
  run = makeTestFolder();
  fifo = newMembersFifo(run);
  execFileSync('mkfifo', ['-m', '600', fifo]);
  reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
});

afterEach(() => {
  closeSync(reader);
  rmSync(run, { recursive: true });
});

const readLine = () => {
  const bytes = Buffer.alloc(8);
  return bytes.toString('utf8', 0, readSync(reader, bytes));
};

test('a member is counted until it leaves', () => {
  expect(hasMembers(run)).toBe(false);
  const member = joinServer(run);
  expect(readLine()).toBe('\n');
  expect(member?.isSupervised()).toBe(true);
  readLine();
  expect(hasMembers(run)).toBe(true);
  member?.leave();
  expect(hasMembers(run)).toBe(false);
  expect(member?.isSupervised()).toBe(false);
});

test('the line for which the supervisor may wait is left to it, also while it closes', () => {
  const member = joinServer(run);
  chmodSync(fifo, CLOSING_MODE);
  expect(hasMembers(run)).toBe(true);
  expect(readLine()).toBe('\n');
  member?.leave();
});

test('a member that left before the supervisor read its line is not counted', () => {
  joinServer(run)?.leave();
  expect(hasMembers(run)).toBe(false);
});

test('nobody joins a server that is closing, and all do if it goes on', () => {
  chmodSync(fifo, CLOSING_MODE);
  expect(joinServer(run)).toBeUndefined();
  chmodSync(fifo, 0o600);
  joinServer(run)?.leave();
  expect(readLine()).toBe('\n');
});

test('without a supervisor there is nothing to join', () => {
  closeSync(reader);
  expect(joinServer(run)).toBeUndefined();
  reader = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  rmSync(fifo);
  expect(joinServer(run)).toBeUndefined();
  writeFileSync(fifo, '');
  expect(joinServer(run)).toBeUndefined();
});

test('a member notices that its supervisor has ended, and that another server has replaced its own', () => {
  const [first, second] = [joinServer(run), joinServer(run)];
  rmSync(fifo);
  expect(first?.isSupervised()).toBe(false);
  closeSync(reader);
  expect(second?.isSupervised()).toBe(false);
  reader = openSync(run, constants.O_RDONLY);
});
