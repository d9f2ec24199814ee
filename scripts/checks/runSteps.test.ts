import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { testRunner } from './programs.ts';
import {
  addTallies,
  type Check,
  describeResults,
  describeSlowest,
  runSteps,
  type Step,
  type Tally,
  tallyLine,
  type TestFile,
} from './runSteps.ts';
import { chooseSteps, STEPS } from './steps.ts';
import { ChildProcesses } from '../processes/childProcesses.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });
const step = (name: string, ...checks: Check[]): Step => ({ name, about: 'something', cores: 'one', checks });
const passing = () => Promise.resolve(tally(2, 0));
const dying = () => Promise.reject(new Error('no browser'));
const neverStopped = () => false;

let tempDir = '';
let written = '';
let children = new ChildProcesses();
let testFiles: TestFile[] = [];
const tools = () => ({ children, tempDir, testFiles, write: (text: string) => void (written += text) });

beforeEach(() => {
  tempDir = mkdtempSync(path.join(tmpdir(), 'checks-'));
  written = '';
  testFiles = [];
  children = new ChildProcesses();
});

afterEach(async () => {
  await children.close();
  rmSync(tempDir, { recursive: true });
});

test('all steps run by default', () => {
  expect(chooseSteps(undefined)).toEqual(STEPS);
});

test('selected steps run in their usual order', () => {
  expect(chooseSteps('lint, types').map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('an unknown step is rejected with a list of the available ones', () => {
  expect(() => chooseSteps('units')).toThrow(
    'Unknown step "units". Available steps: types, lint, faults, crash, load, soak, engine, contract, unit, service, backend, build, browser.'
  );
});

test('checks and steps run even if earlier ones fail, and the errors are logged', async () => {
  const results = await runSteps([step('broken', dying, passing), step('good', passing)], 1, tools(), neverStopped);
  expect(results.map(({ step: { name }, tally: counts }) => [name, counts])).toEqual([
    ['broken', tally(2, 1)],
    ['good', tally(2, 0)],
  ]);
  expect(written).toContain('\nFAILED: no browser\n');
});

test('steps of one core run at the same time, one of all cores alone', async () => {
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  const waiting = (name: string, cores: Step['cores']): Step => ({
    ...step(name, async () => {
      events.push(`${name} starts`);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      events.push(`${name} ends`);
      return tally(1, 0);
    }),
    cores,
  });
  const steps = [
    waiting('a', 'one'),
    waiting('b', 'one'),
    waiting('c', 'one'),
    waiting('d', 'all'),
    waiting('e', 'one'),
  ];
  const results = runSteps(steps, 2, tools(), neverStopped);
  for (const name of ['b', 'c', 'a', 'd', 'e']) {
    while (!ends.has(name)) {
      await new Promise(setImmediate);
    }
    ends.get(name)?.();
  }
  expect((await results).map((result) => result.step.name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(events.join(', ')).toBe(
    'a starts, b starts, b ends, c starts, c ends, a ends, d starts, d ends, e starts, e ends'
  );
  // In one piece each, in the order of their ends.
  expect(written.match(/━━ ./g)).toEqual(['━━ b', '━━ c', '━━ a', '━━ d', '━━ e']);
});

test('a step that runs while others do prints its output in one piece', async () => {
  const saying = (name: string) =>
    step(name, async ({ write }) => {
      write(`${name}1 `);
      await new Promise(setImmediate);
      write(`${name}2\n`);
      return tally(1, 0);
    });
  await runSteps([saying('a'), saying('b')], 2, tools(), neverStopped);
  expect(written).toContain('a1 a2\n');
  expect(written).toContain('b1 b2\n');
});

test('the slowest test files are listed, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `${seconds}.test.ts`, seconds }));
  const lines = describeSlowest(files).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[1]).toMatch(/^ +11\.0 s   11\.test\.ts$/);
  expect(lines[10]).toMatch(/^ +2\.0 s   2\.test\.ts$/);
  expect(describeSlowest([])).toBe('');
});

test('no step starts after a request to stop', async () => {
  await expect(runSteps([step('good', passing)], 1, tools(), () => true)).resolves.toEqual([]);
});

test('the table has a row for each step with its counts', async () => {
  const table = describeResults(
    await runSteps([step('good', passing), step('broken', dying)], 1, tools(), neverStopped)
  );
  expect(table).toMatch(/^✓ good +[\d.]+ s +2 passed, 0 failed\n✗ broken +[\d.]+ s +0 passed, 1 failed$/);
});

test('without Go, the backend is skipped and says so', () => {
  const args = ['--import', 'tsx', 'scripts/test.ts', '--only', 'backend'];
  const env = { ...process.env, PATH: tempDir };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: repositoryRoot, env, encoding: 'utf8' });
  expect(stdout).toContain('\nno Go: backend not built, its tests skipped\n');
  expect(stdout).toMatch(/\n0 passed, 0 failed, 1 skipped\n$/);
  expect(status).toBe(0);
});

test('the counts of all steps are added up', () => {
  expect(addTallies([tally(1, 2, 3), tally(10, 20, 30)])).toEqual(tally(11, 22, 33));
  expect(addTallies([])).toEqual(tally(0, 0));
});

test.each([
  [tally(12, 0), '12 passed, 0 failed'],
  [tally(12, 1, 2), '12 passed, 1 failed, 2 skipped'],
])('%j is formatted as "%s"', (counts, line) => {
  expect(tallyLine(counts)).toBe(line);
});

test.each([
  ['that failed while its tests passed', tally(5, 0), 'process.exit(1)', tally(5, 1)],
  ['that was killed before it wrote counts', undefined, 'process.kill(process.pid)', tally(0, 1)],
  ['that failed because tests failed', tally(5, 2), 'process.exit(1)', tally(5, 2)],
  ['that ran no test', tally(0, 0, 3), '', tally(0, 1, 3)],
  ['that passed', tally(5, 0), '', tally(5, 0)],
])('counts of a test runner %s', async (_, counts, end, expected) => {
  const write =
    counts && `fs.writeFileSync(process.env.TEST_REPORT_FILE, '${JSON.stringify({ tally: counts, testFiles: [] })}');`;
  const run = testRunner({ name: 'sample', command: [process.execPath, '-e', `${write ?? ''}${end}`] });
  await expect(run(tools())).resolves.toEqual(expected);
});

const REPORTER = path.join(repositoryRoot, 'scripts/checks/countReporter.cjs');
const inModules = (file: string) => path.join(repositoryRoot, 'node_modules', file);

test('Jest: counts are written even if a test throws an error with a circular reference', async () => {
  writeFileSync(
    path.join(tempDir, 'sample.test.js'),
    `test('passes', () => {});
     test('fails', () => {
       const error = new Error('no such program');
       error.error = error;
       throw error;
     });
     test.skip('skipped', () => {});
     test.todo('to do');`
  );
  writeFileSync(path.join(tempDir, 'broken.test.js'), 'syntax error');
  const config = JSON.stringify({ transform: {}, testEnvironment: 'node' });
  const jest = [inModules('jest/bin/jest.js'), `--rootDir=${tempDir}`, `--config=${config}`, `--reporters=${REPORTER}`];
  const run = testRunner({ name: 'sample', command: [process.execPath, ...jest], output: 'captured' });
  await expect(run(tools())).resolves.toEqual(tally(1, 2, 2));
  expect(testFiles.map(({ file }) => path.basename(file)).sort()).toEqual(['broken.test.js', 'sample.test.js']);
});

test('Playwright: a test that passed on a retry counts as passed', async () => {
  writeFileSync(
    path.join(tempDir, 'sample.spec.js'),
    `const { expect, test } = require(${JSON.stringify(inModules('@playwright/test'))});
     test('passes', () => {});
     test('passes on a retry', ({}, { retry }) => expect(retry).toBe(1));
     test('fails', () => expect(1).toBe(2));
     test.skip('skipped', () => {});`
  );
  const command = [inModules('@playwright/test/cli.js'), 'test', '--retries=1', `--reporter=${REPORTER}`] as const;
  const config = path.join(tempDir, 'playwright.config.js');
  writeFileSync(config, '');
  const run = testRunner({
    name: 'sample',
    command: [process.execPath, ...command, `--config=${config}`],
    // Otherwise Playwright takes Jest for its caller, and fails.
    env: { JEST_WORKER_ID: undefined },
    output: 'captured',
  });
  await expect(run(tools())).resolves.toEqual(tally(2, 1, 1));
  expect(testFiles.map(({ file }) => path.basename(file))).toEqual(['sample.spec.js']);
});
