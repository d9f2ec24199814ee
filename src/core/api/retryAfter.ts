import type { EpochMs } from '../time/window';

/**
 * Reads a `Retry-After` header in both its forms: seconds, or an HTTP date.
 * @returns how long to wait from now, in ms; undefined when absent or unreadable
 */
export function readRetryAfter(header: string | undefined, nowEpochMs: EpochMs): number | undefined {
  const text = header?.trim();
  if (!text) {
    return undefined;
  }
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Number(text) * 1000;
  }
  // Date.parse would read any number as a year.
  const dateEpochMs = /^[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(dateEpochMs) ? undefined : Math.max(0, dateEpochMs - nowEpochMs);
}

/**
 * How long to wait as the body of an error requests, for proxies that hide the headers of errors: the service of this
 * repository repeats the seconds there.
 * @returns undefined when the body does not contain it
 */
export function retryAfterOfBody(body: unknown): number | undefined {
  const seconds: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'reintentarEnSegundos') : undefined;
  return typeof seconds === 'number' && Number.isFinite(seconds * 1000) && seconds >= 0 ? seconds * 1000 : undefined;
}
