import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAccepted, saveDemoKey, readDemoKey } from './demoKey.ts';

let dataDir: string;
let service: Server;
let apiUrl: string;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'demo-key-'));
  service = createServer((request, response) => {
    const statusByKey: Record<string, number> = { 'Bearer good': 200, 'Bearer narrow': 403, 'Bearer broken': 500 };
    response.writeHead(statusByKey[request.headers.authorization ?? ''] ?? 401).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  apiUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
  service.close();
});

test('a new data folder has no key', () => {
  expect(readDemoKey(path.join(dataDir, 'new'))).toBeUndefined();
});

test('a saved key is read back', () => {
  saveDemoKey(path.join(dataDir, 'new'), 'tii_live_1');
  expect(readDemoKey(path.join(dataDir, 'new'))).toBe('tii_live_1');
});

test('only the owner can read a saved key, even if it replaces a file that others could read', () => {
  writeFileSync(path.join(dataDir, 'demo-key'), 'old', { mode: 0o644 });
  saveDemoKey(dataDir, 'tii_live_1');
  expect(statSync(path.join(dataDir, 'demo-key')).mode & 0o777).toBe(0o600);
});

test.each([
  ['good', true],
  ['unknown', false],
  ['narrow', false],
])('whether the key "%s" is accepted: %s', async (key, expected) => {
  await expect(isAccepted(apiUrl, key)).resolves.toBe(expected);
});

test('a failing service is an error, not a rejected key', async () => {
  await expect(isAccepted(apiUrl, 'broken')).rejects.toThrow('The service returned HTTP 500');
});
