import type { Clock, Stopwatch } from '../time/clock';
import type { DedupeRequest } from './requestDeduper';

interface CachedResult {
  readonly result: unknown;
  readonly age: Stopwatch;
  readonly maxAgeMs: number;
}

/**
 * Results of requests, shared among all callers who want the same one at about the same time: while it is in flight, and for
 * some time after it was received.
 */
export class RecentResults {
  private readonly cached = new Map<string, CachedResult>();
  private readonly inFlight = new Set<string>();

  constructor(
    private readonly dedupe: DedupeRequest,
    private readonly clock: Clock
  ) {}

  /**
   * The result of a key: cached, in flight, or requested now. A failure is not cached.
   * @param key names everything the result depends on, its type included
   * @param maxAgeMs how long the result is used after it was received
   * @param send called with a signal that aborts when no caller waits any more
   * @param signal aborts the waiting of this caller alone
   * @param noCache true: nothing that was received or requested before is used, but by others who say so; what is received replaces it
   */
  async get<T>(
    key: string,
    maxAgeMs: number,
    send: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    noCache = false
  ): Promise<T> {
    const receive = async (shared: AbortSignal) => {
      const result = await send(shared);
      this.put(key, result, maxAgeMs);
      return result;
    };
    if (noCache) {
      return this.dedupe(`${key} (cache bypassed)`, receive, signal);
    }
    const cached = this.unexpired(key);
    if (cached !== undefined) {
      return cached.result as T;
    }
    return this.dedupe(
      key,
      async (shared) => {
        this.inFlight.add(key);
        try {
          return await receive(shared);
        } finally {
          this.inFlight.delete(key);
        }
      },
      signal
    );
  }

  /** True when the result of a key is cached or in flight, so that getting it sends nothing. */
  has(key: string): boolean {
    return this.inFlight.has(key) || this.unexpired(key) !== undefined;
  }

  private unexpired(key: string): { readonly result: unknown } | undefined {
    const cached = this.cached.get(key);
    return cached !== undefined && !isExpired(cached) ? cached : undefined;
  }

  private put(key: string, result: unknown, maxAgeMs: number): void {
    // Keys that contain the time range of a refresh are never requested again.
    for (const [other, cached] of this.cached) {
      if (isExpired(cached)) {
        this.cached.delete(other);
      }
    }
    this.cached.set(key, { result, maxAgeMs, age: this.clock.startStopwatch() });
  }
}

function isExpired({ age, maxAgeMs }: CachedResult): boolean {
  return age.ageMs() >= maxAgeMs;
}
