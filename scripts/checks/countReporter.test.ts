import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { jestTally } from './jestTally.ts';

const TESTS = `
test('passes', () => {});
test('fails', () => {
  const error = new Error('no such program');
  error.error = error;
  throw error;
});
test.skip('skipped', () => {});`;

test('counts are written even if a test throws an error with a circular reference', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'count-reporter-'));
  try {
    const countsFile = path.join(folder, 'counts.json');
    writeFileSync(path.join(folder, 'sample.test.js'), TESTS);
    const jest = path.join(repositoryRoot, 'node_modules/jest/bin/jest.js');
    const reporter = path.join(repositoryRoot, 'scripts/checks/countReporter.cjs');
    const config = JSON.stringify({ transform: {}, testEnvironment: 'node' });
    spawnSync(process.execPath, [jest, `--rootDir=${folder}`, `--config=${config}`, `--reporters=${reporter}`], {
      env: { ...process.env, JEST_COUNTS_FILE: countsFile },
    });
    expect(jestTally(JSON.parse(readFileSync(countsFile, 'utf8')))).toEqual({ passed: 1, failed: 1, skipped: 1 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
