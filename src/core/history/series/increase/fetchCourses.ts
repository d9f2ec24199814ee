import { DAY_MS, type EpochMs, HOUR_MS, mergeWindows, overlaps, type TimeWindow } from '../../../time/window';
import type { Undecided } from '../../undecided';
import type { SeriesHistory } from '../../fetch/historySource';
import { concatRows, rowsBetween } from '../../rows';
import { type Course, courseOf } from './course';

/** So far around a day, hours show how a counter usually counts. */
const DAYS_AROUND = 30;

/** Nothing but standing still is plausible, where the course could not be fetched. */
const NOT_FETCHED = { perHour: Number.MIN_VALUE, resolution: 0 };

/** The courses around days, by the day since 1970 in UTC: the same for every range and step. */
export interface Courses {
  readonly byDay: ReadonlyMap<number, Course>;
  readonly missing: readonly Undecided[];
}

export const NO_COURSES: Courses = { byDay: new Map(), missing: [] };

/**
 * @param unknown the course where the hours tell nothing
 * @throws only when aborted
 */
export async function fetchCourses(
  history: SeriesHistory,
  days: ReadonlySet<number>,
  asOfEpochMs: EpochMs,
  unknown: Course
): Promise<Courses> {
  const around = (day: number): TimeWindow => ({
    fromEpochMs: (day - DAYS_AROUND) * DAY_MS,
    toEpochMs: Math.min((day + 1 + DAYS_AROUND) * DAY_MS, Math.ceil(asOfEpochMs / HOUR_MS) * HOUR_MS),
  });
  const windows = mergeWindows([...days].map(around));
  const results = await Promise.all(windows.map((window) => history.buckets({ level: '1h', window })));
  const missing = results.flatMap((result) => result.missing);
  const hours = concatRows(results.map(({ rows }) => rows));
  const isMissing = (part: TimeWindow) => missing.some((span) => overlaps(span, part));
  return {
    byDay: new Map(
      [...days].map((day) => {
        const window = around(day);
        const course = isMissing(window)
          ? { ...unknown, ...NOT_FETCHED }
          : courseOf(rowsBetween(hours, window), unknown);
        return [day, course];
      })
    ),
    missing,
  };
}
