import './standIns/globals';
import type { TestDataSourceResponse } from '@grafana/data';
import { OPERATIONS } from '../core/api/operations';
import { createClock } from '../core/time/clock';
import { UTC } from '../core/time/zone';
import { createDataSourceServices, type DataSourceServices } from '../grafana/dataSourceServices';
import { describeError, createQueryError } from '../grafana/errorMessage';
import { checkHealth } from '../grafana/settings/checkHealth';
import type { StoredDataSource } from '../grafana/settings/storedDataSource';
import { type ResolvedSettings, resolveSettings, type TelemetrySettings } from '../query/dataSourceSettings';
import { hostTransport } from './hostTransport';
import { queryZone } from './serverQuery';
import { runQueries, type ServerRequest, type ServerResponse } from './runQueries';

/** The data source on the server: the same as in the browser, by the transport, the clock and the time zones of the host. */
export interface ServerDataSource {
  /** For the cache of pages and the requests in flight, which are the host's. */
  readonly limits: Pick<
    ResolvedSettings,
    'lateArrivalMs' | 'maxCacheAgeMs' | 'maxSharedCacheBytes' | 'maxConcurrentRequests'
  >;
  /** `OPERATIONS` as JSON: the host requests nothing else with the key. */
  readonly operations: string;
  /**
   * Calls `done` once.
   * @param task the host's number of the query
   * @returns a function that aborts the request
   */
  readonly query: (task: number, request: string, done: (response: ServerResponse) => void) => () => void;
  /** @param source what Grafana's server knows of the data source, as JSON: `url`, `hasApiKey` */
  readonly checkHealth: (task: number, source: string, done: (response: TestDataSourceResponse) => void) => void;
}

/** @param saved `jsonData` as JSON */
export function createDataSource(saved: string, uid: string): ServerDataSource {
  const jsonData = JSON.parse(saved) as TelemetrySettings;
  const settings = resolveSettings(jsonData);
  const createServices = (task: number): DataSourceServices =>
    createDataSourceServices({
      dataSourceUid: uid,
      transport: hostTransport(task),
      clock: createClock(host.runningMs),
      random: Math.random,
      // The host keeps pages, for browsers, too.
      settings: { ...settings, maxCacheBytes: 0 },
      palette: [],
      browserZone: UTC,
      canFollow: false,
    });
  // Queries share nothing else, so that the host knows which of them a request is for: it shares requests and slots among them.
  const { inventory } = createServices(0);
  const running = new Set<number>();
  return {
    limits: settings,
    operations: JSON.stringify(OPERATIONS),
    query: (task, text, done) => {
      const services = { ...createServices(task), inventory };
      const request = JSON.parse(text) as ServerRequest;
      const controller = new AbortController();
      running.add(task);
      const answer = (response: ServerResponse) => {
        running.delete(task);
        done(response);
      };
      runQueries(request, (query) => queryZone(query, jsonData), services, controller.signal).then(
        answer,
        (error: unknown) =>
          answer({ frames: [], errors: request.queries.map(({ refId }) => createQueryError(refId, error)) })
      );
      return () => {
        controller.abort();
        running.delete(task);
        if (running.size === 0) {
          // Nobody waits for it any more. A query that is answered lets it go on, for the next one.
          inventory.cancel();
        }
      };
    },
    checkHealth: (task, source, done) => {
      const saved = JSON.parse(source) as StoredDataSource;
      checkHealth(createServices(task), () => Promise.resolve(saved), jsonData).then(done, (error: unknown) =>
        done({ status: 'error', message: describeError(error) })
      );
    },
  };
}
