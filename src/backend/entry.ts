import './globals';
import type { TestDataSourceResponse } from '@grafana/data';
import { systemClock } from '../core/time/clock';
import { UTC } from '../core/time/zone';
import { createDataSourceServices } from '../grafana/dataSourceServices';
import { errorMessageOf } from '../grafana/errorMessage';
import { checkHealth } from '../grafana/settings/checkHealth';
import type { SavedSource } from '../grafana/settings/savedSource';
import { type ResolvedSettings, resolveSettings, type TelemetrySettings } from '../query/dataSourceSettings';
import { hostTransport } from './hostTransport';
import { decodeNativeRows } from './nativeRows';
import { queryZone } from './queryZone';
import { runQueries, type ServerRequest, type ServerResponse } from './runQueries';

/** The data source on the server: the same as in the browser, by the transport, the clock and the time zones of the host. */
export interface ServerDataSource {
  /** For the cache of pages, which the host keeps. */
  readonly limits: Pick<ResolvedSettings, 'lateArrivalMs' | 'maxCacheAgeMs' | 'maxSharedCacheBytes'>;
  /** Calls `done` once. @returns a function that aborts the request */
  readonly query: (request: string, done: (response: ServerResponse) => void) => () => void;
  /** @param source what Grafana's server knows of the data source, as JSON: `url`, `hasApiKey` */
  readonly checkHealth: (source: string, done: (response: TestDataSourceResponse) => void) => void;
}

/** @param settings `jsonData` as JSON */
export function createDataSource(settings: string, uid: string): ServerDataSource {
  const jsonData = JSON.parse(settings) as TelemetrySettings;
  const limits = resolveSettings(jsonData);
  const services = createDataSourceServices({
    dataSourceUid: uid,
    transport: hostTransport,
    decodeRows: decodeNativeRows,
    clock: systemClock,
    random: Math.random,
    // The host keeps pages, for browsers, too.
    limits: { ...limits, maxCacheBytes: 0 },
    palette: [],
    browserZone: UTC,
    canFollow: false,
  });
  return {
    limits,
    query: (text, done) => {
      const request = JSON.parse(text) as ServerRequest;
      const controller = new AbortController();
      runQueries(request, (query) => queryZone(query, jsonData), services, controller.signal).then(
        done,
        (error: unknown) =>
          done({ frames: [], errors: request.queries.map(({ refId }) => ({ refId, message: errorMessageOf(error) })) })
      );
      return () => controller.abort();
    },
    checkHealth: (source, done) => {
      const saved = JSON.parse(source) as SavedSource;
      checkHealth(services, () => Promise.resolve(saved)).then(done, (error: unknown) =>
        done({ status: 'error', message: errorMessageOf(error) })
      );
    },
  };
}
