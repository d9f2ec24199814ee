import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { BackendHost, buildBackend } from './backendHost';
import { startHostileProxy } from './specServer/hostileProxy';
import type { createSpecServer } from './specServer/specServer';

/** The executable of the backend, and the API that it reads. */
export interface TestBackend {
  readonly host: BackendHost;
  /** Where the API is. */
  readonly apiUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * Builds the backend, and starts it before an API over HTTP.
 * @throws Error with the output of the build
 */
export async function startTestBackend(server: ReturnType<typeof createSpecServer>): Promise<TestBackend> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'backend-'));
  buildBackend(folder);
  const api = await startHostileProxy(server, () => undefined);
  const host = new BackendHost(folder);
  return {
    host,
    apiUrl: api.address,
    close: async () => {
      host.close();
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}
