import { expect, test } from '@jest/globals';
import { execSync } from 'node:child_process';
import { describeFailures, describeResults, describeSlowest, shellCommand } from './describeRun.ts';
import { type Tally, tallyLine } from './tally.ts';

const tally = (passed: number, failed: number, skipped = 0): Tally => ({ passed, failed, skipped });

test('the slowest test files are listed, slowest first', () => {
  const files = Array.from({ length: 12 }, (_, seconds) => ({ file: `${seconds}.test.ts`, seconds }));
  const lines = describeSlowest(files).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[1]).toMatch(/^ +11\.0 s   11\.test\.ts$/);
  expect(lines[10]).toMatch(/^ +2\.0 s   2\.test\.ts$/);
  expect(describeSlowest([])).toBe('');
});

test('the table has a row for each step with its counts', () => {
  const result = (name: string, seconds: number, counts: Tally) => ({
    step: { name, about: 'something', cores: 'one', checks: [] } as const,
    tally: counts,
    seconds,
  });
  expect(describeResults([result('good', 1, tally(2, 0)), result('broken', 123.45, tally(0, 1))])).toBe(
    '✓ good          1.0 s   2 passed, 0 failed\n✗ broken      123.5 s   0 passed, 1 failed'
  );
});

test('what failed is listed with its error, without colors, and the command that runs it alone', () => {
  const failures = [
    {
      name: 'a.test.ts › adds',
      message: '\u001B[31mExpected 2\u001B[39m\n\n  at a.test.ts:3\n',
      command: 'npx jest a.test.ts',
    },
    { name: 'long', message: Array.from({ length: 100 }, (_, line) => `line ${line}`).join('\n'), command: 'long' },
  ];
  const text = describeFailures(failures);
  expect(text).toContain(
    '\nFailed:\n\n1. a.test.ts › adds\n   Expected 2\n\n     at a.test.ts:3\n   Alone: npx jest a.test.ts\n'
  );
  expect(text).toContain('line 24\n   Alone: long\n');
  expect(describeFailures([])).toBe('');
});

test('a command with variables runs in a shell', () => {
  const command = shellCommand([process.execPath, '-p', 'process.env.A + process.env.B'], { A: "it's ", B: '+1' });
  expect(execSync(command, { encoding: 'utf8' })).toBe("it's +1\n");
});

test.each([
  [['npx', 'jest', 'a-b/c.test.ts'], 'npx jest a-b/c.test.ts'],
  [['npx', 'jest', '-t', "^it's \\(fine\\)$"], String.raw`npx jest -t '^it'\''s \(fine\)$'`],
])('%j as a command for a shell', (words, command) => {
  expect(shellCommand(words)).toBe(command);
});

test.each([
  [tally(12, 0), '12 passed, 0 failed'],
  [tally(12, 1, 2), '12 passed, 1 failed, 2 skipped'],
])('%j is formatted as "%s"', (counts, line) => {
  expect(tallyLine(counts)).toBe(line);
});
