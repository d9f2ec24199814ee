import type { Level } from '../store/levels.ts';

/** For how many days each level is kept; a level that is not named is kept for ever. */
export type RetentionDays = Partial<Readonly<Record<Level, number>>>;

const DAY_MS = 86_400_000;

/**
 * From when on each limited level is kept, in ms since 1970. Whole UTC days go at a time, and whole UTC months of 1m buckets, as they
 * are stored: nothing is kept for less than its days.
 *
 *   kept for 10 days:      ··|··|··|==============|    now is in the last one
 *                            dropped ^ kept from here
 */
export function retentionCutoffs(days: RetentionDays, nowMs: number): Map<Level, number> {
  return new Map(
    (Object.entries(days) as Array<[Level, number]>).map(([level, count]) => {
      const edgeMs = Math.floor(nowMs / DAY_MS) * DAY_MS - count * DAY_MS;
      const edge = new Date(edgeMs);
      return [level, Math.max(0, level === '1m' ? Date.UTC(edge.getUTCFullYear(), edge.getUTCMonth()) : edgeMs)];
    })
  );
}
