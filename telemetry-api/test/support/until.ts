import { setTimeout as sleep } from 'node:timers/promises';

/** Far more than a busy machine takes, and less than a test has, so that its message is shown. */
const LIMIT_MS = 50_000;

/** Of a step of the crash test, such as the import of a file, which take far less. */
export const STEP_LIMIT_MS = 600_000;

interface UntilOptions {
  readonly everyMs?: number;
  /** Less than the time limit of the test. */
  readonly limitMs?: number;
}

/**
 * Polls until there is a value other than false, null and undefined.
 * @param what of the message, if that does not happen
 * @returns the value
 */
export async function until<Value>(
  what: string,
  poll: () => Value | Promise<Value>,
  { everyMs = 10, limitMs = LIMIT_MS }: UntilOptions = {}
): Promise<Exclude<Value, false | null | undefined>> {
  for (const endMs = performance.now() + limitMs; ; await sleep(everyMs)) {
    const value = await poll();
    if (value !== false && value !== null && value !== undefined) {
      return value as Exclude<Value, false | null | undefined>;
    }
    if (performance.now() > endMs) {
      throw new Error(`Waited ${limitMs / 1000} s: ${what}.`);
    }
  }
}
