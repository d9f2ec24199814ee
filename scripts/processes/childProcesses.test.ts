import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../repositoryRoot.ts';
import { ChildProcesses, describeExit } from './childProcesses.ts';

let children: ChildProcesses;
beforeEach(() => {
  children = new ChildProcesses();
});
afterEach(() => children.close());

const node = (script: string): [string, ...string[]] => [process.execPath, '-e', script];
const FOREVER = 'setInterval(() => {}, 1000);';

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitForExit(pid: number) {
  while (isRunning(pid)) {
    await sleep(20);
  }
}

async function firstOutput(child: { stdout(): string }): Promise<string> {
  while (!child.stdout().includes('\n')) {
    await sleep(20);
  }
  return child.stdout().trim();
}

test('run resolves to the stdout of a successful program', async () => {
  await expect(children.run({ name: 'greeter', command: node('console.log("hello")') })).resolves.toBe('hello\n');
});

test('a failed program is reported with its exit code and last output', async () => {
  const failing = children.run({ name: 'greeter', command: node('console.error("no disk"); process.exitCode = 3') });
  await expect(failing).rejects.toThrow('The greeter ended with code 3. Last output:\n  no disk');
});

test('a missing program is reported as one that could not be started', async () => {
  const missing = children.run({ name: 'greeter', command: ['/nowhere/greeter'] });
  await expect(missing).rejects.toThrow(/The greeter could not be started.*\n.*ENOENT/);
});

test('close ends a program together with the programs it started', async () => {
  const script = `const child = require('child_process').spawn(process.execPath, ['-e', '${FOREVER}']);
    console.log(child.pid); ${FOREVER}`;
  const parent = children.start({ name: 'parent', command: node(script) });
  const grandchild = Number(await firstOutput(parent));
  await children.close();
  await waitForExit(grandchild);
  expect(describeExit(parent, await parent.exited)).toBe(
    `The parent was ended by SIGTERM. Last output:\n  ${grandchild}`
  );
});

test.each([
  ['in its group', ''],
  ['in a group of its own', 'detached: true,'],
])('a program has failed when one that it started, %s, still runs after its end', async (_, detached) => {
  children = new ChildProcesses(50);
  const script = `const child = require('child_process').spawn(process.execPath, ['-e', '${FOREVER}'],
    { ${detached} stdio: 'inherit' }); child.unref(); console.log(child.pid);`;
  const parent = children.start({ name: 'parent', command: node(script) });
  expect(await parent.exited).toEqual({ code: 1, signal: null });
  expect(parent.lastOutput()).toContain('The parent ended, but a program that it started did not and was killed.');
  const left = Number(parent.stdout().trim());
  if (detached !== '') {
    process.kill(left);
  }
  await waitForExit(left);
});

test('a program that prints nothing for longer than it may is killed', async () => {
  const silent = children.start({ name: 'silent', command: node(FOREVER), maxSilenceMs: 50 });
  expect(await silent.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(silent.lastOutput()).toContain('The silent printed nothing for 0.05 s and was killed.');
});

test('a program runs in another folder', async () => {
  const folder = path.join(repositoryRoot, 'scripts');
  await expect(children.run({ name: 'pwd', command: node('console.log(process.cwd())'), cwd: folder })).resolves.toBe(
    `${folder}\n`
  );
});

test('a program that ignores SIGTERM is killed after the timeout', async () => {
  const stubborn = children.start({
    name: 'stubborn',
    command: node(`process.on('SIGTERM', () => {}); console.log('up'); ${FOREVER}`),
  });
  await firstOutput(stubborn);
  await children.close(100);
  await expect(stubborn.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });
});

test('no program can be started after close', async () => {
  await children.close();
  expect(() => children.start({ name: 'late', command: node('') })).toThrow('Cannot start the late');
});

test('a server ends when the command that started it is killed', async () => {
  const server = `process.on('SIGTERM', () => process.exit(0)); console.log(process.pid); ${FOREVER}`;
  const command = `
    import { ChildProcesses } from './scripts/processes/childProcesses.ts';
    const preload = ['--import', 'tsx', '--import', './scripts/processes/endWithParent.ts'];
    const server = [process.execPath, ...preload, '-e', ${JSON.stringify(server)}];
    const child = new ChildProcesses().start({ name: 'server', command: server, endsWithParent: true });
    setInterval(() => child.stdout() && console.log(child.stdout()), 50);`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', command], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
  });
  const [output] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number.parseInt(output.toString(), 10);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await waitForExit(pid);
});
