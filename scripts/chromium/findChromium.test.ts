import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from './findChromium.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'chromium-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(file: string, script: string): string {
  const program = path.join(root, file);
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

const WORKS = 'echo Chromium 140.0.1';
const NOWHERE = '/nowhere/chrome';

test('CHROMIUM_PATH takes precedence', () => {
  put('bin/chromium', WORKS);
  const chosen = put('mine/chrome', WORKS);
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: chosen };
  expect(findChromium(env, NOWHERE)).toBe(chosen);
});

test('a CHROMIUM_PATH that does not start is an error, without a fallback', () => {
  put('bin/chromium', WORKS);
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: NOWHERE };
  expect(() => findChromium(env, NOWHERE)).toThrow(`CHROMIUM_PATH is "${NOWHERE}", which cannot be started`);
});

test('a matching program that does not start is skipped', () => {
  put('bin/chromium-browser', 'echo "install the snap" >&2; exit 1');
  const chrome = put('other/google-chrome', WORKS);
  const env = { PATH: `${path.join(root, 'bin')}:${path.join(root, 'other')}` };
  expect(findChromium(env, NOWHERE)).toBe(chrome);
});

test("Playwright's own Chromium is the fallback", () => {
  const own = put('cache/chrome', WORKS);
  expect(findChromium({ PATH: path.join(root, 'bin') }, own)).toBe(own);
});

test('without a Chromium, the error says what to run', () => {
  expect(() => findChromium({}, NOWHERE)).toThrow(
    /^Browser tests and pictures need Chromium[^]*\n {2}sudo apt-get install --yes chromium [^]*\n {2}npx playwright install chromium [^]*CHROMIUM_PATH/
  );
});
