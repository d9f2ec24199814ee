import type { DataSourceJsonData } from '@grafana/data';
import { MINUTE_MS } from '../core/time/window';
import { isKnownZone } from '../core/time/zone';

/** `jsonData` of the data source: everybody who may see the dashboard may read it. */
export interface TelemetrySettings extends DataSourceJsonData {
  /** Base address of the API, without `/v1`. */
  readonly url?: string;
  /** IANA zone whose days the server's `1d` buckets are; UTC unless said otherwise. */
  readonly dayBucketZone?: string;
  /** How many requests may be under way at once, for all panels together. */
  readonly maxConcurrentRequests?: number;
  /** How many rows one series may cost before a fixed level or step is refused. */
  readonly maxRowsPerSeries?: number;
  /** Readings may reach the server this late; what is younger is asked for again at every refresh. */
  readonly lateArrivalMinutes?: number;
  /** How much of what was read is kept in the memory of the browser; 0: nothing. */
  readonly cacheMegabytes?: number;
  /** What is kept is read anew when it is older than this. */
  readonly cacheMaxAgeMinutes?: number;
  readonly tlsSkipVerify?: boolean;
  readonly tlsAuth?: boolean;
  readonly tlsAuthWithCACert?: boolean;
  readonly serverName?: string;
}

/** `secureJsonData`: written once, never read back into the browser. */
export interface TelemetrySecrets {
  readonly apiKey?: string;
  readonly tlsCACert?: string;
  readonly tlsClientCert?: string;
  readonly tlsClientKey?: string;
}

export const DEFAULT_MAX_CONCURRENT_REQUESTS = 6;
export const DEFAULT_MAX_ROWS_PER_SERIES = 500_000;
export const DEFAULT_LATE_ARRIVAL_MINUTES = 10;
export const DEFAULT_CACHE_MEGABYTES = 64;
export const DEFAULT_CACHE_MAX_AGE_MINUTES = 60;
export const DEFAULT_DAY_BUCKET_ZONE = 'UTC';

/** The settings with every default in place. */
export interface DataSourceLimits {
  readonly dayBucketZone: string;
  readonly maxConcurrentRequests: number;
  readonly maxRowsPerSeries: number;
  readonly maxAutoRawRows: number;
  readonly lateArrivalMs: number;
  readonly maxCacheBytes: number;
  readonly maxCacheAgeMs: number;
}

/** More readings than this are not drawn one by one by "auto": ten pages, fetched side by side in two rounds. */
const MAX_AUTO_RAW_ROWS = 50_000;

/** What the data source goes by: the saved settings where they are usable, else the defaults. */
export function limitsOf(settings: TelemetrySettings): DataSourceLimits {
  const { dayBucketZone, maxConcurrentRequests, maxRowsPerSeries } = settings;
  const lateArrivalMinutes = notNegativeOr(settings.lateArrivalMinutes, DEFAULT_LATE_ARRIVAL_MINUTES);
  const cacheMegabytes = notNegativeOr(settings.cacheMegabytes, DEFAULT_CACHE_MEGABYTES);
  const cacheMaxAgeMinutes = notNegativeOr(settings.cacheMaxAgeMinutes, DEFAULT_CACHE_MAX_AGE_MINUTES);
  return {
    dayBucketZone: dayBucketZone && isKnownZone(dayBucketZone) ? dayBucketZone : DEFAULT_DAY_BUCKET_ZONE,
    maxConcurrentRequests: positiveOr(maxConcurrentRequests, DEFAULT_MAX_CONCURRENT_REQUESTS),
    maxRowsPerSeries: positiveOr(maxRowsPerSeries, DEFAULT_MAX_ROWS_PER_SERIES),
    maxAutoRawRows: MAX_AUTO_RAW_ROWS,
    lateArrivalMs: lateArrivalMinutes * MINUTE_MS,
    maxCacheBytes: cacheMegabytes * 2 ** 20,
    maxCacheAgeMs: cacheMaxAgeMinutes * MINUTE_MS,
  };
}

function notNegativeOr(value: number | undefined, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

function positiveOr(value: number | undefined, otherwise: number): number {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : otherwise;
}
