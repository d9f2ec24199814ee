import { expect, test } from '@jest/globals';
import { changedFiles, changeSteps } from './changeSteps.ts';

test.each([
  ['nothing', [], []],
  ['a source', ['src/core/time/zone.ts'], ['types', 'lint', 'tests']],
  ['a Go file', ['pkg/engine/engine.go'], ['lint', 'tests', 'go']],
  ['a document', ['docs/guide.md'], ['lint', 'tests']],
  ['the lock file', ['package-lock.json'], ['types', 'lint', 'tests']],
])('steps after a change of %s', (_, files, names) => {
  expect(changeSteps(files).map(({ name }) => name)).toEqual(names);
});

test('a commit does not differ from itself in a committed file', () => {
  expect(changedFiles('HEAD').every((file) => !file.startsWith('node_modules/'))).toBe(true);
});
