import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backendState } from './builds.ts';

let distDir: string;
beforeEach(() => {
  distDir = mkdtempSync(path.join(os.tmpdir(), 'dist-'));
});
afterEach(() => rmSync(distDir, { recursive: true }));

it('says whether the plugin has its backend, and what is missing', () => {
  expect(backendState(distDir, false)).toMatch(/^no Go: backend not built/);
  expect(backendState(distDir, true)).toMatch(/npm run build:backend$/);
  writeFileSync(path.join(distDir, 'gpx_telemetria_linux_amd64'), '');
  expect(backendState(distDir, false)).toBe('built');
});
