import type { EpochMs } from '../time/window';

/** What the readings of a meter do not show, as the settings of its tag say it. */
export interface Meter {
  /** The first value that its register does not have, such as 10000 with four digits; undefined: one of the usual ones, if any. */
  readonly rolloverAt?: number | undefined;
  /** The most that it counts in an hour, in the unit of the tag; undefined: as much as it usually does. */
  readonly maxPerHour?: number | undefined;
  /** In order of time. */
  readonly replacements: readonly Replacement[];
}

/** A meter in the place of another one. */
export interface Replacement {
  /** Of the first reading that may be of the new one. */
  readonly atEpochMs: EpochMs;
  /** What the old one showed in the end. */
  readonly last: number;
  /** What the new one showed in the beginning. */
  readonly first: number;
}

/** One of which the settings say nothing. */
export const UNKNOWN_METER: Meter = { replacements: [] };
