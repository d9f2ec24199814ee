import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE_NAME = 'demo-key';
const REQUEST_TIMEOUT_MS = 10_000;

/** The key that an earlier start saved in the data folder. */
export function readDemoKey(dataDir: string): string | undefined {
  const file = path.join(dataDir, FILE_NAME);
  return (existsSync(file) && readFileSync(file, 'utf8').trim()) || undefined;
}

/** Saves the key in a file that only this user can read; the database stores only its hash. */
export function saveDemoKey(dataDir: string, key: string) {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, FILE_NAME);
  const tempFile = `${file}.${process.pid}`;
  writeFileSync(tempFile, `${key}\n`, { mode: 0o600 });
  // The mode above applies only to a new file.
  chmodSync(tempFile, 0o600);
  renameSync(tempFile, file);
}

/**
 * Whether the service accepts a key. It rejects revoked keys and those of another database.
 * @throws Error if the service fails in another way
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
