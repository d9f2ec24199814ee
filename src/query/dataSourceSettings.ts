import type { DataSourceJsonData } from '@grafana/data';
import type { TagTypeWords } from '../core/inventory/tagRole';
import { TAG_TYPE_WORDS } from '../core/serverWords';
import { DAY_MS, MINUTE_MS } from '../core/time/window';
import { isKnownZone } from '../core/time/zoneRules';

/** `jsonData` of the data source. Anyone who can view a dashboard can read it. */
export interface TelemetrySettings extends DataSourceJsonData {
  /** Where earlier versions saved the base URL. It is now the data source's own `url`, and this one is not used. */
  readonly url?: string;
  /** IANA time zone in which the server's `1d` buckets start at midnight. */
  readonly dayBucketZone?: string;
  /** Size of the cache in the memory of Grafana's server, which all browsers share; 0 turns it off. */
  readonly sharedCacheMegabytes?: number;
  /** IANA time zone of alert rules and shared dashboards, which have none of their own. */
  readonly serverTimeZone?: string;
  /** Maximum number of requests in flight, shared by all panels. */
  readonly maxConcurrentRequests?: number;
  /** A fixed level or step that needs more rows per series is rejected. */
  readonly maxRowsPerSeries?: number;
  /** How late readings can reach the server. Data younger than this is requested again on every refresh. */
  readonly lateArrivalMinutes?: number;
  /** Size of the cache in the browser's memory; 0 turns it off. */
  readonly cacheMegabytes?: number;
  /** Cached data older than this is requested again. */
  readonly cacheMaxAgeMinutes?: number;
  /** How long before the time range an alert that ended in it may have been opened. */
  readonly alertLookBackDays?: number;
  /** The server's words for the types of tags that are no measures; a role that is absent has the known words. */
  readonly tagTypes?: Partial<TagTypeWords>;
  readonly tlsSkipVerify?: boolean;
  readonly tlsAuth?: boolean;
  readonly tlsAuthWithCACert?: boolean;
  readonly serverName?: string;
}

/** `secureJsonData` of the data source. Grafana never sends it back to the browser. */
export interface TelemetrySecrets {
  readonly apiKey?: string;
  readonly tlsCACert?: string;
  readonly tlsClientCert?: string;
  readonly tlsClientKey?: string;
}

/** Of the six connections that a browser opens to Grafana over HTTP/1.1, the rest of Grafana and other tabs need some. */
export const DEFAULT_MAX_CONCURRENT_REQUESTS = 4;
export const DEFAULT_MAX_ROWS_PER_SERIES = 500_000;
export const DEFAULT_LATE_ARRIVAL_MINUTES = 10;
export const DEFAULT_CACHE_MEGABYTES = 64;
export const DEFAULT_CACHE_MAX_AGE_MINUTES = 60;
export const DEFAULT_ALERT_LOOK_BACK_DAYS = 7;
export const DEFAULT_DAY_BUCKET_ZONE = 'UTC';
export const DEFAULT_SERVER_TIME_ZONE = 'UTC';
export const DEFAULT_SHARED_CACHE_MEGABYTES = 64;

/** A longer look-back returns the whole list of alerts on every refresh. */
export const MAX_ALERT_LOOK_BACK_DAYS = 365;

/** The settings with every default in place. */
export interface ResolvedSettings {
  readonly dayBucketZone: string;
  readonly maxConcurrentRequests: number;
  readonly maxRowsPerSeries: number;
  readonly maxAutoRawRows: number;
  readonly lateArrivalMs: number;
  readonly maxCacheBytes: number;
  readonly maxSharedCacheBytes: number;
  readonly maxCacheAgeMs: number;
  readonly alertLookBackMs: number;
  readonly tagTypes: TagTypeWords;
}

/** “Auto” does not load more raw readings than this: ten pages, fetched concurrently in two rounds. */
const MAX_AUTO_RAW_ROWS = 50_000;

/** The saved settings, with defaults in place of missing and unusable values. */
export function resolveSettings(settings: TelemetrySettings): ResolvedSettings {
  const { dayBucketZone, maxConcurrentRequests, maxRowsPerSeries } = settings;
  const lateArrivalMinutes = nonNegativeOr(settings.lateArrivalMinutes, DEFAULT_LATE_ARRIVAL_MINUTES);
  const cacheMegabytes = nonNegativeOr(settings.cacheMegabytes, DEFAULT_CACHE_MEGABYTES);
  const cacheMaxAgeMinutes = nonNegativeOr(settings.cacheMaxAgeMinutes, DEFAULT_CACHE_MAX_AGE_MINUTES);
  const alertLookBackDays = positiveOr(settings.alertLookBackDays, DEFAULT_ALERT_LOOK_BACK_DAYS);
  return {
    dayBucketZone: dayBucketZone && isKnownZone(dayBucketZone) ? dayBucketZone : DEFAULT_DAY_BUCKET_ZONE,
    maxConcurrentRequests: positiveOr(maxConcurrentRequests, DEFAULT_MAX_CONCURRENT_REQUESTS),
    maxRowsPerSeries: positiveOr(maxRowsPerSeries, DEFAULT_MAX_ROWS_PER_SERIES),
    maxAutoRawRows: MAX_AUTO_RAW_ROWS,
    lateArrivalMs: lateArrivalMinutes * MINUTE_MS,
    maxCacheBytes: cacheMegabytes * 2 ** 20,
    maxSharedCacheBytes: nonNegativeOr(settings.sharedCacheMegabytes, DEFAULT_SHARED_CACHE_MEGABYTES) * 2 ** 20,
    maxCacheAgeMs: cacheMaxAgeMinutes * MINUTE_MS,
    alertLookBackMs: Math.min(alertLookBackDays, MAX_ALERT_LOOK_BACK_DAYS) * DAY_MS,
    tagTypes: {
      state: wordsOr(settings.tagTypes?.state, TAG_TYPE_WORDS.state),
      counter: wordsOr(settings.tagTypes?.counter, TAG_TYPE_WORDS.counter),
      setPoint: wordsOr(settings.tagTypes?.setPoint, TAG_TYPE_WORDS.setPoint),
    },
  };
}

function wordsOr(words: unknown, otherwise: readonly string[]): readonly string[] {
  return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : otherwise;
}

function nonNegativeOr(value: number | undefined, otherwise: number): number {
  return typeof value === 'number' && value >= 0 ? value : otherwise;
}

function positiveOr(value: number | undefined, otherwise: number): number {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : otherwise;
}
