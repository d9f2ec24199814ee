import { zoneOffsets } from '../../import/values/zoneOffsets.ts';
import { DAY_MS, HOUR_MS } from '../durations.ts';

const { floor } = Math;

export interface LocalTime {
  /** Hours since local midnight, with fraction. */
  readonly hour: number;
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekday: number;
  /** Days since 1 January 1970, local. */
  readonly day: number;
}

/** The local time of a site, including DST. */
export function siteClock(zone: string): (epochMs: number) => LocalTime {
  const offsets = zoneOffsets(zone);
  return (epochMs) => {
    const wallMs = epochMs + offsets.offsetAt(epochMs);
    const day = floor(wallMs / DAY_MS);
    // 1 January 1970 was a Thursday.
    return { day, weekday: (day + 4) % 7, hour: (wallMs - day * DAY_MS) / HOUR_MS };
  };
}
