import { DAY_MS, type EpochMs } from '../time/window';

/**
 * A plant of which nothing is newer is history, such as an import of last year, and not an outage: somebody would have noticed
 * that nothing at all arrives, also after a weekend and holidays.
 */
export const NOT_LIVE_AFTER_MS = 7 * DAY_MS;

/**
 * Since when a plant is not live.
 * @param newest the times of all readings and contacts that the key can see, whatever a query selects of them
 * @returns the newest of them; undefined for a live plant, and for one of which no time is known
 */
export function notLiveSince(newest: ReadonlyArray<EpochMs | undefined>, nowEpochMs: EpochMs): EpochMs | undefined {
  const lastEpochMs = newest.reduce<EpochMs>((last, time) => Math.max(last, time ?? -Infinity), -Infinity);
  return lastEpochMs > -Infinity && nowEpochMs - lastEpochMs > NOT_LIVE_AFTER_MS ? lastEpochMs : undefined;
}
