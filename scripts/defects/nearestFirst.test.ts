import { afterEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

interface TestFile {
  readonly path: string;
}

const NearestFirst = createRequire(path.join(repositoryRoot, 'package.json'))(
  './scripts/defects/nearestFirst.cjs'
) as new () => { sort(tests: readonly TestFile[]): readonly TestFile[] };

const root = mkdtempSync(path.join(tmpdir(), 'nearest-'));
afterEach(() => {
  delete process.env.DEFECT_FILE;
  delete process.env.DEFECT_MAX_FILES;
  rmSync(root, { recursive: true });
});

test('the tests with the name of a file come first, then the nearest and smallest, up to a number; those of the long run are left out', () => {
  const bytes = { 'a/b/large.test.ts': 9, 'a/b/x.test.ts': 8, 'a/b/c/in.test.ts': 2, 'a/near.test.ts': 5 };
  const far = { 'a/x.property.test.ts': 7, 'z/small.test.ts': 1, 'z/large.test.ts': 3, 'a/b/x.long.test.ts': 1 };
  const tests = Object.entries({ ...far, ...bytes }).map(([name, size]) => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'x'.repeat(size));
    return { path: file };
  });
  process.env.DEFECT_FILE = path.join(root, 'a/b/x.ts');
  process.env.DEFECT_MAX_FILES = '6';
  const order = new NearestFirst().sort(tests).map((one) => path.relative(root, one.path));
  expect(order).toEqual([
    ...['a/b/x.test.ts', 'a/x.property.test.ts', 'a/b/c/in.test.ts', 'a/b/large.test.ts', 'a/near.test.ts'],
    'z/small.test.ts',
  ]);
});
