import type { Clock, Stopwatch } from '../time/clock';

/** How often to retry, and how long to wait. */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  readonly maxAttempts: number;
  /** Upper bound of the first delay; it doubles with each attempt. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** No delay begins that would end later than this after the first failure. */
  readonly maxTotalMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 5,
  firstDelayMs: 400,
  maxDelayMs: 8_000,
  maxTotalMs: 45_000,
};

/** Whether a retry may help, and how long the server requested to wait before it. */
export interface RetryDecision {
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
}

interface RetryOptions {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly policy: RetryPolicy;
  readonly decideRetry: (error: unknown) => RetryDecision;
}

/**
 * Runs `attempt` until it succeeds, fails with an error that no retry can help, or the policy is exhausted; throws the last
 * error. The delay is random in [0, bound], so that clients that failed together do not return together, and comes on top
 * of what the server requested.
 */
export async function retry<T>(attempt: () => Promise<T>, options: RetryOptions, signal: AbortSignal): Promise<T> {
  const { clock, policy } = options;
  // The time before the first failure does not count: it may have been spent waiting for a slot.
  let failed: Stopwatch | undefined;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      failed ??= clock.startStopwatch();
      const { retryable, retryAfterMs } = options.decideRetry(error);
      const bound = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempts - 1));
      const delayMs = (retryAfterMs ?? 0) + options.random() * bound;
      const endsAfterMs = failed.elapsedMs() + delayMs;
      if (signal.aborted || !retryable || attempts >= policy.maxAttempts || endsAfterMs > policy.maxTotalMs) {
        throw error;
      }
      await clock.sleep(delayMs, signal);
    }
  }
}
