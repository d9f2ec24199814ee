import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataFrameJSON } from '@grafana/data';
import type { TimeWindow } from '../core/time/window';
import { type BackendRequest, BackendHost, buildBackend } from './backendHost';
import { serveOverHttp } from './specServer/serveOverHttp';
import type { SpecServer } from './specServer/specServer';

/** The executable of the backend, and the API that it reads. */
export interface TestBackend {
  readonly host: BackendHost;
  /** Where the API is. */
  readonly apiUrl: string;
  /** Sends one query, as for a panel of a hundred points. @param sender nobody with an account unless it says so */
  readonly query: (
    model: object,
    window: TimeWindow,
    sender?: Pick<BackendRequest, 'headers' | 'user'>
  ) => Promise<BackendAnswer>;
  readonly close: () => Promise<void>;
}

/** What the backend answers one query. */
export interface BackendAnswer {
  readonly frames: readonly DataFrameJSON[];
  readonly error?: string;
}

/**
 * Builds the backend, and starts it before an API over HTTP.
 * @throws Error with the output of the build
 */
export async function startTestBackend(server: SpecServer): Promise<TestBackend> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'backend-'));
  buildBackend(folder);
  const api = await serveOverHttp(server);
  const host = new BackendHost(folder);
  return {
    host,
    apiUrl: api.address,
    query: async (model, window, sender = {}) => {
      const query = { refId: 'A', model: { refId: 'A', ...model }, ...window, maxDataPoints: 100, intervalMs: 1000 };
      const request = { url: api.address, apiKey: 'key', jsonData: {}, ...sender, queries: [query] };
      const { responses } = await host.send<DataFrameJSON>(request);
      return { frames: [], ...responses!.results.A! };
    },
    close: async () => {
      await host.close();
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}
