import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Check, runSteps, type Step } from './runSteps.ts';
import type { Tally } from './tally.ts';
import { TestTools } from './testTools.ts';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });
const step = (name: string, ...checks: Check[]): Step => ({ name, about: 'something', cores: 'one', checks });
const passing = () => Promise.resolve(tally(2, 0));
const dying = () => Promise.reject(new Error('no browser'));
const neverStopped = () => false;

let given: TestTools;
beforeEach(() => {
  given = new TestTools();
});
afterEach(() => given.close());

test('checks and steps run even if earlier ones fail, and the errors are logged and listed', async () => {
  const steps = [step('broken', dying, passing), step('good', passing)];
  const results = await runSteps(steps, 1, given.tools, neverStopped);
  expect(results.map(({ step: { name }, tally: counts }) => [name, counts])).toEqual([
    ['broken', tally(2, 1)],
    ['good', tally(2, 0)],
  ]);
  expect(given.written).toContain('\nFAILED: no browser\n');
  expect(given.tools.failures).toEqual([
    { name: 'broken', message: 'no browser', command: 'npm test -- --only broken' },
  ]);
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
  const results = runSteps(steps, 2, given.tools, neverStopped);
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
  // At once, each when it starts.
  expect(given.written.match(/━━ ./g)).toEqual(['━━ a', '━━ b', '━━ c', '━━ d', '━━ e']);
});

test('lines of a step appear while it runs, whole and with its name if others run, too', async () => {
  const half = async () => {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  const saying = (name: string): Step =>
    step(name, async ({ write }) => {
      write(`${name}1\n${name}2 `);
      await half();
      expect(given.written).toContain(`${name.padEnd(9)}│ ${name}1\n`);
      write(`${name}3\n${name}4`);
      return tally(1, 0);
    });
  const results = await runSteps([saying('a'), saying('b')], 2, given.tools, neverStopped);
  expect(results.map((result) => result.tally)).toEqual([tally(1, 0), tally(1, 0)]);
  for (const name of ['a', 'b']) {
    expect(given.written).toContain(`${name.padEnd(9)}│ ${name}2 ${name}3\n`);
    expect(given.written).toContain(`${name.padEnd(9)}│ ${name}4\n`);
  }
});

test('the log of a step has what it wrote, also if it ends in the middle', async () => {
  let end = () => {};
  const hanging = step('hanging', async ({ write }) => {
    write('before\n');
    await new Promise<void>((resolve) => (end = resolve));
    return tally(1, 0);
  });
  const running = runSteps([hanging], 1, given.tools, neverStopped);
  await new Promise(setImmediate);
  expect(readFileSync(path.join(given.tempDir, 'hanging.log'), 'utf8')).toBe('before\n');
  end();
  await running;
});

test('no step starts after a request to stop', async () => {
  await expect(runSteps([step('good', passing)], 1, given.tools, () => true)).resolves.toEqual([]);
});
