import { zoneOffsets } from '../../import/values/zoneOffsets.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../durations.ts';
import type { Input, SignalFunction } from './signal.ts';

/** Signals of the local time of a site. */

const { cos, floor, min, round, PI } = Math;

export interface LocalTime {
  /** Hours since local midnight, with fraction. */
  readonly hour: number;
  /** 0 is Sunday, 6 is Saturday. */
  readonly weekday: number;
  /** Days since 1 January 1970, local. */
  readonly day: number;
}

/** The local time of a zone, including DST. */
export function localClock(zone: string): (epochMs: number) => LocalTime {
  const offsets = zoneOffsets(zone);
  return (epochMs) => {
    const wallMs = epochMs + offsets.offsetAt(epochMs);
    const day = floor(wallMs / DAY_MS);
    // 1 January 1970 was a Thursday.
    return { day, weekday: (day + 4) % 7, hour: (wallMs - day * DAY_MS) / HOUR_MS };
  };
}

/** A cosine over the year, 1 on the warmest day: about 200 in the northern hemisphere, 20 in the southern. */
export function yearly(warmestDay: number): SignalFunction {
  return ofLocalTime(({ day }) => cos((2 * PI * ((day % 365.2425) - warmestDay)) / 365.2425));
}

/** A cosine over the day, 1 at an hour. */
export function daily(warmestHour: number): SignalFunction {
  return ofLocalTime(({ hour }) => cos((2 * PI * (hour - warmestHour)) / 24));
}

export interface LoadPlan {
  /** Planned load, 0 to 1, of each hour of each weekday, from Sunday on. */
  readonly week: ReadonlyArray<readonly number[]>;
  /** Hours at which production is reduced to a share for a quarter of an hour, unless it is idle. */
  readonly pauses: { readonly atHours: readonly number[]; readonly share: number };
  /** How slowly the load follows the plan (time constant). */
  readonly rampMinutes: number;
}

/** Below this load a site is idle and has no pauses. */
const IDLE_LOAD = 0.5;

/** The load of a plan, 0 to 1, without ramps. */
export function planned({ week, pauses }: LoadPlan): SignalFunction {
  return ofLocalTime(({ weekday, hour }) => {
    const load = week[weekday]?.[floor(hour)] ?? 0;
    const isPause = load > IDLE_LOAD && pauses.atHours.some((start) => hour >= start && hour < start + 0.25);
    return isPause ? pauses.share * load : load;
  });
}

function ofLocalTime(value: (local: LocalTime) => number): SignalFunction {
  return ({ zone }) => {
    const clock = localClock(zone);
    return (epochMs) => value(clock(epochMs));
  };
}

/** A counter that restarts at each shift. @param total a counter that does not @param shiftHours local hours */
export function sinceShiftStart(total: Input, shiftHours: readonly number[]): SignalFunction {
  return ({ of, zone }) => {
    const clock = localClock(zone);
    const counted = of(total);
    let startMs = Number.NaN;
    let atStart = 0;
    return (epochMs) => {
      const { hour } = clock(epochMs);
      const hours = min(...shiftHours.map((start) => (hour - start + 24) % 24));
      const shiftMs = round((epochMs - hours * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
      if (shiftMs !== startMs) {
        startMs = shiftMs;
        atStart = counted(shiftMs);
      }
      return counted(epochMs) - atStart;
    };
  };
}
