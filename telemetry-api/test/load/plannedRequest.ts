/** The kinds of requests, with their share of all requests of a client, in percent. */
export const KINDS = {
  raw: 22,
  '1m': 18,
  '1h': 16,
  '1d': 10,
  latest: 10,
  devices: 5,
  alerts: 7,
  exports: 2,
  live: 5,
  invalid: 5,
} as const;
export type Kind = keyof typeof KINDS;

/** A request of which the whole answer is known, except for readings that are being imported. */
export interface PlannedRequest {
  readonly kind: Kind;
  /** Path and query. */
  readonly path: string;
  readonly status: number;
  /** `codigo` of an expected error. */
  readonly code?: string;
  /** ETag and SHA-1 of the body. */
  readonly etag?: string;
  readonly sha1?: string;
  /** The tag whose readings are being imported: the rows of the answer follow from their times. */
  readonly liveTagId?: number;
}
