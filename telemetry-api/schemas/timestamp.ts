/**
 *   2026-02-28T23:59:60.123456+05:30
 *   year-mo-da T ho:mi:se . fraction  offset: Z, ±hh:mm, ±hhmm or ±hh
 */
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?(?:Z|([+-])([01]\d|2[0-3]):?([0-5]\d)?)$/i;

/** 0000-01-01 to 9999-12-31 in UTC: years of four digits, so that every accepted time can also be formatted. */
const FIRST_MS = -62_167_219_200_000;
const LAST_MS = 253_402_300_799_999;

/**
 * Parses an ISO 8601 date-time with an offset to ms since 1970. Returns undefined if it is malformed, if the date does not exist,
 * or if its year in UTC does not have four digits.
 * Fractions of a ms are rounded UP: readings are stored in whole ms, so a half-open range of any precision stays exact at both ends
 * (for whole `ts`, `ts >= x` and `ts < x` give the same result with x rounded up).
 */
export function parseTimestamp(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) {
    return undefined;
  }
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as number[];
  const date = new Date(0);
  date.setUTCFullYear(year ?? 0, (month ?? 1) - 1, day);
  date.setUTCHours(hour ?? 0, minute, second);
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) {
    return undefined;
  }
  const offsetMinutes = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const sign = match[8] === '-' ? -1 : 1;
  const epochMs = date.getTime() - sign * offsetMinutes * 60_000 + ceilToMs(match[7] ?? '');
  return epochMs >= FIRST_MS && epochMs <= LAST_MS ? epochMs : undefined;
}

function ceilToMs(fraction: string): number {
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return /[1-9]/.test(fraction.slice(3)) ? ms + 1 : ms;
}
