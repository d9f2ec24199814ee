import { expect, test } from '@jest/globals';
import { tmpdir } from 'node:os';
import { ChildProcesses } from '../processes/childProcesses.ts';
import { describeResults, runSteps } from './runSteps.ts';
import type { Step } from './step.ts';
import type { Tally } from './tally.ts';

const step = (name: string, run: () => Promise<Tally>): Step => ({ name, about: 'something', run });
const passing = step('good', () => Promise.resolve({ passed: 2, failed: 0, skipped: 0 }));
const throwing = step('broken', () => Promise.reject(new Error('no browser')));
const idle = step('idle', () => Promise.resolve({ passed: 0, failed: 0, skipped: 0 }));

function tools() {
  const logged: string[] = [];
  return { logged, children: new ChildProcesses(), tempDir: tmpdir(), log: (line: string) => logged.push(line) };
}

const neverStopped = () => false;

test('later steps run even if one fails', async () => {
  const results = await runSteps([throwing, passing], tools(), neverStopped);
  expect(results.map(({ step: { name }, tally }) => [name, tally.passed, tally.failed])).toEqual([
    ['broken', 0, 1],
    ['good', 2, 0],
  ]);
});

test('the error of a step is logged', async () => {
  const { logged, ...rest } = tools();
  await runSteps([throwing], rest, neverStopped);
  expect(logged).toContain('FAILED: no browser');
});

test('a step without any test fails', async () => {
  const [result] = await runSteps([idle], tools(), neverStopped);
  expect(result?.tally).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('no step starts after a request to stop', async () => {
  await expect(runSteps([passing], tools(), () => true)).resolves.toEqual([]);
});

test('the table has a row for each step with its counts', async () => {
  const table = describeResults(await runSteps([passing, throwing], tools(), neverStopped));
  expect(table).toMatch(/^✓ good +[\d.]+ s +2 passed, 0 failed\n✗ broken +[\d.]+ s +0 passed, 1 failed$/);
});
