import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestTools } from '../run/testTools.ts';
import { goTests } from './goTests.ts';

let given: TestTools;
beforeEach(() => {
  given = new TestTools();
});
afterEach(() => given.close());

/** A program that prints events as `go test -json` does. */
async function run(events: ReadonlyArray<object | string>, exitCode: number) {
  const lines = events.map((event) => (typeof event === 'string' ? event : JSON.stringify(event)));
  const file = path.join(given.tempDir, 'go');
  writeFileSync(file, `#!/bin/sh\ncat <<'END'\n${lines.join('\n')}\nEND\nexit ${exitCode}\n`);
  chmodSync(file, 0o755);
  return goTests('go test', ['./...'], { PATH: `${given.tempDir}:${process.env.PATH}` })(given.tools);
}

const EVENT = { Package: 'example/pkg/a' };

test('Go tests are counted by name, their subtests with them', async () => {
  const counts = await run(
    [
      { ...EVENT, Action: 'run', Test: 'TestA' },
      { ...EVENT, Action: 'output', Test: 'TestA/one', Output: 'ok\n' },
      { ...EVENT, Action: 'pass', Test: 'TestA/one' },
      { ...EVENT, Action: 'pass', Test: 'TestA' },
      { ...EVENT, Action: 'skip', Test: 'TestB' },
      { ...EVENT, Action: 'output', Output: 'ok  \texample/pkg/a\t0.1s\n' },
      { ...EVENT, Action: 'pass', Elapsed: 0.1 },
    ],
    0
  );
  expect(counts).toEqual({ passed: 1, failed: 0, skipped: 1 });
  expect(given.tools.testFiles).toEqual([{ file: './pkg/a', seconds: 0.1 }]);
  expect(given.written).toContain('example/pkg/a\t0.1s\n');
  expect(given.tools.failures).toEqual([]);
});

test('a Go test that failed is listed with its output and the command that runs it alone', async () => {
  const counts = await run(
    [
      { ...EVENT, Action: 'output', Test: 'TestA', Output: '    a_test.go:3: wrong\n' },
      { ...EVENT, Action: 'output', Test: 'TestA/one', Output: '    a_test.go:7: worse\n' },
      { ...EVENT, Action: 'fail', Test: 'TestA/one' },
      { ...EVENT, Action: 'fail', Test: 'TestA' },
      { ...EVENT, Action: 'fail' },
    ],
    1
  );
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(given.tools.failures).toEqual([
    {
      name: './pkg/a › TestA',
      message: '    a_test.go:3: wrong\n    a_test.go:7: worse\n',
      command: "go test ./pkg/a -run '^TestA$' -count 1",
    },
  ]);
});

test('a Go package that does not compile is one failure, with what the compiler says', async () => {
  const counts = await run(
    [
      '# example/pkg/a',
      { ImportPath: 'example/pkg/a', Action: 'build-output', Output: 'a.go:3: undefined: x\n' },
      { ImportPath: 'example/pkg/a', Action: 'build-fail' },
      { ...EVENT, Action: 'fail' },
    ],
    1
  );
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(given.tools.failures).toEqual([
    { name: 'go test', message: '# example/pkg/a\na.go:3: undefined: x', command: 'go test ./...' },
  ]);
});

test('a Go test that was going on when time was up has failed', async () => {
  const counts = await run(
    [
      { ...EVENT, Action: 'run', Test: 'TestA' },
      { ...EVENT, Action: 'pass', Test: 'TestA' },
      { ...EVENT, Action: 'run', Test: 'TestB' },
      { ...EVENT, Action: 'output', Test: 'TestB', Output: 'panic: test timed out after 3m0s\n' },
      { ...EVENT, Action: 'fail', Elapsed: 180 },
    ],
    1
  );
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  expect(given.tools.failures).toMatchObject([
    { name: './pkg/a › TestB', message: 'panic: test timed out after 3m0s\n' },
  ]);
});
