import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A new data folder of the service. If root runs it, PostgreSQL runs as another user, who needs to traverse the folder.
 * @param prefix of its name
 */
export function makeDataDir(prefix: string): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), prefix));
  chmodSync(dataDir, 0o711);
  return dataDir;
}
