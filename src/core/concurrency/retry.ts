import type { Clock } from '../time/clock';
import type { EpochMs } from '../time/window';

/** How often and how long to try again. */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  readonly maxAttempts: number;
  /** Upper bound of the first wait; it doubles with each attempt. */
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** No wait is begun that would end later than this after the first failure. */
  readonly maxTotalMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  maxAttempts: 5,
  firstDelayMs: 400,
  maxDelayMs: 8_000,
  maxTotalMs: 45_000,
};

interface RetryTools {
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly policy: RetryPolicy;
  /** Whether trying again may help, and how long the server asked to wait. */
  readonly judge: (error: unknown) => { readonly again: boolean; readonly retryAfterMs: number | undefined };
}

/**
 * Runs `attempt` until it succeeds, fails for good, or the policy is used up; the last error is the one thrown.
 * The wait is drawn evenly from [0, bound] so that clients that failed together do not come back together;
 * what the server asked for is obeyed on top of it.
 */
export async function retrying<T>(attempt: () => Promise<T>, tools: RetryTools, signal: AbortSignal): Promise<T> {
  const { clock, policy } = tools;
  // The time before the first failure does not count: it may have been spent waiting for a place.
  let failedEpochMs: EpochMs | undefined;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      failedEpochMs ??= clock.nowEpochMs();
      const verdict = tools.judge(error);
      const bound = Math.min(policy.maxDelayMs, policy.firstDelayMs * 2 ** (attempts - 1));
      const delayMs = (verdict.retryAfterMs ?? 0) + tools.random() * bound;
      const wouldEndMs = clock.nowEpochMs() - failedEpochMs + delayMs;
      if (signal.aborted || !verdict.again || attempts >= policy.maxAttempts || wouldEndMs > policy.maxTotalMs) {
        throw error;
      }
      await clock.sleep(delayMs, signal);
    }
  }
}
