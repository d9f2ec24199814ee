import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';

/** `.ci/run` on a machine with no program but those that it starts itself. */

const REAL = ['bash', 'dirname', 'env', 'grep', 'mktemp', 'rm', 'tail', 'tee', 'touch', 'chmod'];
const CHROMIUM = '#!/bin/sh\necho Chromium 140.0.1\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ci-run-'));
  symlinkSync(process.execPath, path.join(folder, 'node'));
  for (const name of REAL) {
    const found = process.env.PATH!.split(':').map((place) => path.join(place, name));
    symlinkSync(
      found.find((file) => existsSync(file))!,
      path.join(folder, name)
    );
  }
  put('npm', 'if [ "$1" = test ]; then echo "3 passed, 0 failed"; fi');
  put('npx', 'true');
  put('apt-get', 'true');
  put('sudo', 'shift; exec "$@"');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that notes how it was called. */
function put(name: string, script: string) {
  const text = `#!/bin/sh\necho "${name} $*" >> "${folder}/calls"\n${script}\n`;
  writeFileSync(path.join(folder, name), text, { mode: 0o755 });
}

/** @returns how it installed programs, and its last line */
function run() {
  const env = { PATH: folder, HOME: folder, PLAYWRIGHT_BROWSERS_PATH: folder };
  const { stdout } = spawnSync(path.join(repositoryRoot, '.ci', 'run'), { env, encoding: 'utf8' });
  const calls = readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n');
  const installing = calls.filter((call) => /^(apt-get|npx) /.test(call));
  return { installing, lastLine: stdout.trim().split('\n').at(-1) };
}

const BY_APT = ['apt-get update', 'apt-get install --yes --no-install-recommends chromium'];

test('nothing is installed where there is a Chromium', () => {
  writeFileSync(path.join(folder, 'chromium'), CHROMIUM, { mode: 0o755 });
  expect(run()).toEqual({ installing: [], lastLine: '3 passed, 0 failed' });
});

test('without one, the package of Debian is installed', () => {
  const file = path.join(folder, 'chromium');
  put('apt-get', `[ "$1" = update ] || { printf '${CHROMIUM.replaceAll('\n', '\\n')}' > ${file}; chmod 755 ${file}; }`);
  expect(run()).toEqual({ installing: BY_APT, lastLine: '3 passed, 0 failed' });
});

test('where that is not possible, Playwright downloads its own', () => {
  put('apt-get', 'exit 100');
  expect(run()).toEqual({
    installing: [...BY_APT, 'npx playwright install chromium'],
    lastLine: '3 passed, 0 failed',
  });
});
