/** `jsonData` of the data source: everybody who may see the dashboard may read it. */
export interface TelemetrySettings {
  /** Base address of the API, without `/v1`. */
  url?: string;
  /** IANA zone whose days the server's `1d` buckets are; UTC unless said otherwise. */
  dayBucketZone?: string;
  /** How many requests may be under way at once, for all panels together. */
  maxConcurrentRequests?: number;
  /** How many rows one series may cost before a fixed level or step is refused. */
  maxRowsPerSeries?: number;
  tlsSkipVerify?: boolean;
  tlsAuth?: boolean;
  tlsAuthWithCACert?: boolean;
  serverName?: string;
}

/** `secureJsonData`: written once, never read back into the browser. */
export interface TelemetrySecrets {
  apiKey?: string;
  tlsCACert?: string;
  tlsClientCert?: string;
  tlsClientKey?: string;
}

export const DEFAULT_MAX_CONCURRENT_REQUESTS = 6;
export const DEFAULT_MAX_ROWS_PER_SERIES = 500_000;
export const DEFAULT_DAY_BUCKET_ZONE = 'UTC';
