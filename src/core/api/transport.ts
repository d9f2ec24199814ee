/** One GET of the API: a path below the base address, such as `v1/lecturas`, and its query parameters. */
export interface ApiRequest {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** What came back, whatever the status. `body` is parsed JSON where it was JSON, else text. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** The header's value, null when absent or not to be known. */
  readonly header: (name: string) => string | null;
}

/**
 * The way to the server, injected by whoever uses the core. Resolves for every HTTP status; rejects when no answer
 * came (network) and when `signal` was aborted, in which case the request must be ended.
 */
export type Transport = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;
