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

test('CHROMIUM_PATH takes precedence', async () => {
  put('bin/chromium', WORKS);
  const chosen = put('mine/chrome', WORKS);
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: chosen };
  await expect(findChromium(env, NOWHERE)).resolves.toBe(chosen);
});

test('a CHROMIUM_PATH that does not start is an error, without a fallback', async () => {
  put('bin/chromium', WORKS);
  const env = { PATH: path.join(root, 'bin'), CHROMIUM_PATH: NOWHERE };
  await expect(findChromium(env, NOWHERE)).rejects.toThrow(`CHROMIUM_PATH is "${NOWHERE}", which cannot be started`);
});

test('a matching program that does not start is skipped', async () => {
  put('bin/chromium-browser', 'echo "install the snap" >&2; exit 1');
  const chrome = put('other/google-chrome', WORKS);
  const env = { PATH: `${path.join(root, 'bin')}:${path.join(root, 'other')}` };
  await expect(findChromium(env, NOWHERE)).resolves.toBe(chrome);
});

test("Playwright's own Chromium is the fallback", async () => {
  const own = put('cache/chrome', WORKS);
  await expect(findChromium({ PATH: path.join(root, 'bin') }, own)).resolves.toBe(own);
});

test('returns undefined if no Chromium is installed', async () => {
  await expect(findChromium({}, NOWHERE)).resolves.toBeUndefined();
});
