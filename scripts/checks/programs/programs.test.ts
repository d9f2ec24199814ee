import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repositoryRoot } from '../../repositoryRoot.ts';
import type { Tally } from '../run/tally.ts';
import { TestTools } from '../run/testTools.ts';
import { type FailedTest, program, testRunner } from './programs.ts';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });
const commandOf = ({ file, line, title }: FailedTest) => `run ${path.basename(file)}:${line} ${title}`;

let given: TestTools;
beforeEach(() => {
  given = new TestTools();
});
afterEach(() => given.close());

test('a program that failed is listed with its last output and its command', async () => {
  const command = [process.execPath, '-e', "console.log('it broke'); process.exit(2)"] as const;
  await expect(program('sample', command, { A: 'b c' })(given.tools)).resolves.toEqual(tally(0, 1));
  expect(given.tools.failures).toEqual([
    {
      name: 'sample',
      message: 'it broke',
      command: `A='b c' ${process.execPath} -e 'console.log('\\''it broke'\\''); process.exit(2)'`,
    },
  ]);
  await expect(program('sample', [process.execPath, '-e', ''])(given.tools)).resolves.toEqual(tally(1, 0));
});

test('the message of a program that failed is its last lines, where its verdict is', async () => {
  const script = "for (let line = 1; line <= 60; line++) console.log(line); console.log('1 FAILED'); process.exit(1)";
  await program('sample', [process.execPath, '-e', script])(given.tools);
  expect(given.tools.failures[0]!.message).toMatch(/^37\n[^]*\n60\n1 FAILED$/);
});

test.each([
  ['that failed while its tests passed', tally(5, 0), 'process.exit(1)', tally(5, 1)],
  ['that was killed before it wrote counts', undefined, 'process.kill(process.pid)', tally(0, 1)],
  ['that failed because tests failed', tally(5, 2), 'process.exit(1)', tally(5, 2)],
  ['that ran no test', tally(0, 0, 3), '', tally(0, 1, 3)],
  ['that passed', tally(5, 0), '', tally(5, 0)],
])('counts of a test runner %s', async (_, counts, end, expected) => {
  const write =
    counts &&
    `fs.writeFileSync(process.env.TEST_REPORT_FILE, '${JSON.stringify({ tally: counts, testFiles: [], failures: [] })}');`;
  const run = testRunner({ name: 'sample', command: [process.execPath, '-e', `${write ?? ''}${end}`] }, commandOf);
  await expect(run(given.tools)).resolves.toEqual(expected);
});

const REPORTER = path.join(repositoryRoot, 'scripts/checks/programs/countReporter.cjs');
const inModules = (file: string) => path.join(repositoryRoot, 'node_modules', file);
const put = (file: string, text: string) => writeFileSync(path.join(given.tempDir, file), text);
const runJest = (settings: object = {}) => {
  const config = JSON.stringify({ transform: {}, testEnvironment: 'node', ...settings });
  const options = [`--rootDir=${given.tempDir}`, `--config=${config}`, `--reporters=${REPORTER}`, '--runInBand'];
  const command = [process.execPath, inModules('jest/bin/jest.js'), ...options] as const;
  return testRunner({ name: 'sample', command, output: 'captured' }, commandOf)(given.tools);
};

test('Jest: counts and failures are written even if a test throws an error with a circular reference', async () => {
  put(
    'sample.test.js',
    `test('passes', () => {});
     describe('what', () => {
       test('fails', () => {
         const error = new Error('no such program');
         error.error = error;
         throw error;
       });
     });
     test.skip('skipped', () => {});
     test.todo('to do');`
  );
  put('broken.test.js', 'syntax error');
  await expect(runJest()).resolves.toEqual(tally(1, 2, 2));
  const { testFiles, failures } = given.tools;
  expect(testFiles.map(({ file }) => path.basename(file)).sort()).toEqual(['broken.test.js', 'sample.test.js']);
  const [broken, failed] = [...failures].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(broken!.message).toContain('Unexpected identifier');
  expect(failed!.name).toMatch(/sample\.test\.js › what fails$/);
  expect(failed!.message).toContain('no such program');
  expect(failed!.command).toBe('run sample.test.js:undefined what fails');
});

test('Jest: a run that is killed keeps the counts of the files that it had finished', async () => {
  put('a.test.js', "test('passes', () => {});");
  put('b.test.js', "test('is killed', () => process.kill(process.pid, 'SIGKILL'));");
  put(
    'byName.js',
    `const Sequencer = require(${JSON.stringify(inModules('@jest/test-sequencer'))}).default;
     module.exports = class extends Sequencer {
       sort(tests) { return [...tests].sort((a, b) => (a.path < b.path ? -1 : 1)); }
     };`
  );
  await expect(runJest({ testSequencer: path.join(given.tempDir, 'byName.js') })).resolves.toEqual(tally(1, 1));
});

test('Playwright: a test that passes only when it is repeated has failed', async () => {
  put(
    'sample.spec.js',
    `const { expect, test } = require(${JSON.stringify(inModules('@playwright/test'))});
     test('passes', () => {});
     test('passes on a retry', ({}, { retry }) => expect(retry).toBe(1));
     test('fails', () => expect(1).toBe(2));
     test.skip('skipped', () => {});`
  );
  const options = [
    '--retries=1',
    `--reporter=${REPORTER}`,
    `--config=${path.join(given.tempDir, 'playwright.config.js')}`,
    // By default those of the repository, which Playwright removes: the logs of the run that this test is a part of.
    `--output=${path.join(given.tempDir, 'results')}`,
  ];
  put('playwright.config.js', '');
  const run = testRunner(
    {
      name: 'sample',
      command: [process.execPath, inModules('@playwright/test/cli.js'), 'test', ...options],
      // Otherwise Playwright takes Jest for its caller, and fails.
      env: { JEST_WORKER_ID: undefined },
      output: 'captured',
    },
    commandOf
  );
  await expect(run(given.tools)).resolves.toEqual(tally(1, 2, 1));
  const { testFiles, failures } = given.tools;
  expect(testFiles.map(({ file }) => path.basename(file))).toEqual(['sample.spec.js']);
  expect(failures.map(({ command }) => command)).toEqual([
    'run sample.spec.js:3 passes on a retry',
    'run sample.spec.js:4 fails',
  ]);
  expect(stripVTControlCharacters(failures[1]!.message)).toContain('toBe(expected)');
});
