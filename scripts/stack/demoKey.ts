import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE_NAME = 'demo-key';
const REQUEST_TIMEOUT_MS = 10_000;

/** The key that an earlier start kept in the data folder. */
export function readDemoKey(dataDir: string): string | undefined {
  const file = path.join(dataDir, FILE_NAME);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined;
}

/** Keeps the key where only this user can read it; the database holds nothing but its hash. */
export function keepDemoKey(dataDir: string, key: string) {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE_NAME);
  const written = `${file}.${process.pid}`;
  writeFileSync(written, `${key}\n`, { mode: 0o600 });
  // The mode above is that of a new file only.
  chmodSync(written, 0o600);
  renameSync(written, file);
}

/**
 * Whether the service accepts a key; one of another database, or one that was revoked, is refused.
 * @throws Error when the service answers neither way
 */
export async function isAccepted(apiUrl: string, key: string): Promise<boolean> {
  const response = await fetch(`${apiUrl}/v1/dispositivos?limite=1`, {
    headers: { Authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (response.ok) {
    return true;
  }
  if (response.status === 401 || response.status === 403) {
    return false;
  }
  throw new Error(`The service returned HTTP ${response.status} to a request for its devices.`);
}
