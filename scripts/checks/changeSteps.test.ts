import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { baseOf, changedFiles, changeSteps } from './changeSteps.ts';

test.each([
  ['nothing', [], []],
  ['a source', ['src/core/time/zone.ts'], ['types', 'lint', 'tests']],
  ['a Go file', ['pkg/engine/engine.go'], ['lint', 'tests', 'go']],
  ['a document', ['docs/guide/index.md'], ['lint', 'tests']],
  ['the lock file', ['package-lock.json'], ['types', 'lint', 'tests']],
])('steps after a change of %s', (_, files, names) => {
  expect(changeSteps(files, 'main').map(({ name }) => name)).toEqual(names);
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'changes-'));
});
afterEach(() => rmSync(root, { recursive: true }));

test('the files that differ from main: committed, uncommitted, deleted, moved and new ones', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: root });
  const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);
  const commit = () => {
    git('add', '--all');
    git('commit', '-qm', 'test');
  };
  git('init', '-q', '--initial-branch=main');
  ['same', 'committed', 'edited', 'deleted', 'moved'].forEach((name) => write(name, `of ${name}`));
  commit();
  git('checkout', '-q', '-b', 'branch');
  write('committed', 'changed');
  git('mv', 'moved', 'here');
  commit();
  write('edited', 'changed');
  rmSync(path.join(root, 'deleted'));
  write('new', 'new');
  expect(baseOf(root)).toBe('main');
  expect(changedFiles(root, 'main').sort()).toEqual(['committed', 'deleted', 'edited', 'here', 'moved', 'new']);
  expect(changedFiles(root, 'HEAD').sort()).toEqual(['deleted', 'edited', 'new']);
  git('checkout', '-q', '--orphan', 'other');
  commit();
  expect(baseOf(root)).toBe('HEAD');
});
