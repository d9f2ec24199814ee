import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildProcesses, type RunningChild } from './childProcesses.ts';

let children: ChildProcesses;
beforeEach(() => {
  children = new ChildProcesses();
});
afterEach(() => children.close());

const PROGRAM = `
  import { ChildProcesses } from './scripts/processes/childProcesses.ts';
  import { watchStopSignals } from './scripts/processes/stopSignals.ts';
  const children = new ChildProcesses();
  const stop = watchStopSignals(children);
  const server = children.start({ name: 'server', command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] });
  console.log(process.pid + ' ' + server.pid);
  await stop.requested;
  await children.close();
  process.exit(stop.isRequested() ? 7 : 1);`;

const WATCHING: [string, ...string[]] = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', PROGRAM];

async function pidsOf(child: RunningChild): Promise<[number, number]> {
  while (!child.stdout().includes('\n')) {
    await sleep(20);
  }
  const [own = 0, server = 0] = child.stdout().trim().split(' ').map(Number);
  return [own, server];
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s shuts everything down gracefully', async (signal) => {
  const child = children.start({ name: 'program', command: WATCHING });
  const [own, server] = await pidsOf(child);
  process.kill(own, signal);
  await expect(child.exited).resolves.toEqual({ code: 7, signal: null });
  expect(isRunning(server)).toBe(false);
});

test('everything ends when the parent npm process is killed', async () => {
  const npm = `const child = require('child_process').spawn(process.execPath, ${JSON.stringify(WATCHING.slice(1))},
    { stdio: 'inherit', detached: true }); setInterval(() => {}, 1000)`;
  const parent = children.start({ name: 'npm', command: [process.execPath, '-e', npm] });
  const [own, server] = await pidsOf(parent);
  process.kill(parent.pid ?? 0, 'SIGKILL');
  while (isRunning(own) || isRunning(server)) {
    await sleep(20);
  }
  await expect(parent.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
});
