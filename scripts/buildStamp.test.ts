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

test('what was never built is not up to date', () => {
  expect(isUpToDate(build)).toBe(false);
});

test('what was just built is up to date, at whatever time its files were written', () => {
  writeStamp(build);
  utimesSync(path.join(root, 'src/module.ts'), 2_000_000_000, 2_000_000_000);
  expect(isUpToDate(build)).toBe(true);
});

test.each<[string, () => void]>([
  ['a source was changed', () => put('src/module.ts', 'export { x }')],
  ['a source was added', () => put('src/query/more.ts', '')],
  ['a source was renamed', () => renameSync(path.join(root, 'src/module.ts'), path.join(root, 'src/other.ts'))],
  ['a dependency was changed', () => put('package-lock.json', '{ "name": "x" }')],
  ['the result was changed by another build', () => put('dist/module.js', 'eval()')],
  ['the result was deleted', () => rmSync(path.join(root, 'dist'), { recursive: true })],
])('it is not up to date any more when %s', (_, change) => {
  writeStamp(build);
  change();
  expect(isUpToDate(build)).toBe(false);
});

test('a test beside a source is not part of what is built', () => {
  writeStamp(build);
  put('src/module.test.ts', 'test()');
  expect(isUpToDate(build)).toBe(true);
});
