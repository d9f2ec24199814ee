import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { chooseSteps, LONG_STEPS, STEPS } from './steps.ts';

test('all steps run by default', () => {
  expect(chooseSteps(STEPS, undefined)).toEqual(STEPS);
});

test('selected steps run in their usual order', () => {
  expect(chooseSteps(STEPS, 'lint, types').map(({ name }) => name)).toEqual(['types', 'lint']);
});

test('an unknown step is rejected with a list of the available ones', () => {
  expect(() => chooseSteps(STEPS, 'units')).toThrow(
    `Unknown step "units". Available steps: ${STEPS.map(({ name }) => name).join(', ')}.`
  );
  expect(() => chooseSteps(STEPS, 'calendar')).toThrow('Unknown step');
  expect(chooseSteps(LONG_STEPS, 'calendar')).toHaveLength(1);
});

test('without Go, the backend is skipped and says so, behind the versions and the seed', () => {
  const args = ['--import', 'tsx', 'scripts/test.ts', '--only', 'backend', '--seed', '7'];
  const folder = mkdtempSync(path.join(tmpdir(), 'steps-'));
  const env = { ...process.env, PATH: '', TEST_RESULTS_DIR: path.join(folder, 'results') };
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: repositoryRoot, env, encoding: 'utf8' });
  expect(stdout).toMatch(/^npm test at 2\S+Z, \d+ cores, Node\.js [\d.]+, seed 7\n/);
  expect(readdirSync(env.TEST_RESULTS_DIR).sort()).toEqual(['backend.log', 'summary.txt']);
  rmSync(folder, { recursive: true });
  expect(stdout).toContain('\nno Go: backend not built, its tests skipped\n');
  expect(stdout).toMatch(/\n0 passed, 0 failed, 1 skipped\n$/);
  expect(status).toBe(0);
});
