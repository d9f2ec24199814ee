import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Build, isUpToDate, writeStamp } from './buildStamp.ts';

let root: string;
let build: Build;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'build-stamp-'));
  put('src/module.ts', 'export {}');
  put('package-lock.json', '{}');
  put('dist/module.js', 'define()');
  build = {
    name: 'plugin',
    inputs: [path.join(root, 'src'), path.join(root, 'package-lock.json')],
    output: path.join(root, 'dist'),
    stampFile: path.join(root, 'cache', 'plugin.stamp'),
  };
});
afterEach(() => rmSync(root, { recursive: true }));

function put(file: string, content: string) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), content);
}

test('a build that never ran is not up to date', () => {
  expect(isUpToDate(build)).toBe(false);
});

test('a build is up to date after it ran, whatever the modification times of its files', () => {
  writeStamp(build);
  utimesSync(path.join(root, 'src/module.ts'), 2_000_000_000, 2_000_000_000);
  expect(isUpToDate(build)).toBe(true);
});

test.each<[string, () => void]>([
  ['a source was modified', () => put('src/module.ts', 'export { x }')],
  ['a source was added', () => put('src/query/more.ts', '')],
  ['a source was renamed', () => renameSync(path.join(root, 'src/module.ts'), path.join(root, 'src/other.ts'))],
  ['a dependency was modified', () => put('package-lock.json', '{ "name": "x" }')],
  ['the output was modified by another build', () => put('dist/module.js', 'eval()')],
  ['the output was deleted', () => rmSync(path.join(root, 'dist'), { recursive: true })],
])('a build is no longer up to date when %s', (_, change) => {
  writeStamp(build);
  change();
  expect(isUpToDate(build)).toBe(false);
});

test('test files are not inputs of a build', () => {
  writeStamp(build);
  put('src/module.test.ts', 'test()');
  expect(isUpToDate(build)).toBe(true);
});
