import { parseTimestamp } from '../time/timestamp';
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

/** The numbers that a setting can have of meters. */
export const METER_NUMBERS = ['rolloverAt', 'maxPerHour'] as const;
export type MeterNumber = (typeof METER_NUMBERS)[number];

/** What a setting says of the meters that it is about. */
export interface MeterSetting extends Pick<Meter, MeterNumber> {
  readonly replaced?: readonly ReplacementSetting[];
}

export interface ReplacementSetting extends Pick<Replacement, 'last' | 'first'> {
  /** The code of a device; empty: of every device whose tag the setting is about. */
  readonly device: string;
  /** ISO 8601 with an offset: the zone of whoever reads it must not matter. */
  readonly at: string;
}

export function hasMeterNumber(setting: MeterSetting | undefined): boolean {
  return setting !== undefined && METER_NUMBERS.some((name) => setting[name] !== undefined);
}

/**
 * The meter of a device. Its numbers are those of the first setting that has one; its replacements those of all.
 * @param settings those that are about its tag
 */
export function meterOf(settings: readonly MeterSetting[], deviceCode: string): Meter | undefined {
  const { rolloverAt, maxPerHour } = settings.find(hasMeterNumber) ?? {};
  const replacements = settings
    .flatMap(({ replaced = [] }) => replaced)
    .filter(({ device }) => device === '' || device === deviceCode)
    .map(({ at, last, first }): Replacement => ({ atEpochMs: parseTimestamp(at), last, first }))
    .sort((a, b) => a.atEpochMs - b.atEpochMs);
  return rolloverAt === undefined && maxPerHour === undefined && replacements.length === 0
    ? undefined
    : { rolloverAt, maxPerHour, replacements };
}

/** One of which the settings say nothing. */
export const UNKNOWN_METER: Meter = { replacements: [] };
