import type { Level } from '../store/readings/levels.ts';
import { DAY_MS } from '../durations.ts';

/** Retention time of each level in days; a level that is not listed has no limit. */
export type RetentionDays = Partial<Readonly<Record<Level, number>>>;

/**
 * The retention cutoff of each limited level, in ms since 1970. Rounded down to the UTC day, or the UTC month for 1m buckets, because
 * data is dropped by partition: all data is retained for at least the configured days.
 *
 *   10 days:      ··|··|··|==============|    now is in the last day
 *                   dropped ^ cutoff
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
