import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from './window';

const FORM =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i;

// A page holds thousands of timestamps of the same day or two: the date is parsed once per day.
let lastDate = '';
let lastDateMs: EpochMs = NaN;
// The same for the most common form: the date as the character codes of its digits, which compare without a substring.
// Separate from the other, because a page may have both forms.
let commonYearCodes = 0;
let commonMonthAndDayCodes = 0;
let commonDateMs: EpochMs = NaN;

/**
 * Parses an ISO 8601 date-time of any precision and offset. Digits finer than a millisecond become a fraction, so that two
 * readings within one millisecond stay two. A date-time without an offset is taken as UTC: ISO 8601 allows leaving it out,
 * and the browser's zone would differ from user to user.
 * @returns epoch milliseconds, NaN for anything else
 */
export function parseTimestamp(text: unknown): EpochMs {
  if (typeof text !== 'string') {
    return NaN;
  }
  const fast = parseCommonForm(text);
  return Number.isNaN(fast) ? parseAnyForm(text.trim()) : fast;
}

/**
 * Parses by far the most common form, `2026-01-31T23:59:59.123Z` with or without the fraction, without a regular expression
 * and in whole numbers, because a million rows have a million timestamps.
 * @returns NaN for any other form
 */
function parseCommonForm(text: string): EpochMs {
  const length = text.length;
  if ((length !== 24 && length !== 20) || text.charCodeAt(length - 1) !== 90 || text.charCodeAt(10) !== 84) {
    return NaN;
  }
  const hours = twoDigits(text, 11);
  const minutes = twoDigits(text, 14);
  const seconds = twoDigits(text, 17);
  const ms = length === 24 ? 10 * twoDigits(text, 20) + digit(text, 22) : 0;
  const separators =
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(7) === 45 &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58 &&
    (length === 20 || text.charCodeAt(19) === 46);
  // Any other character than a digit makes its number negative.
  if (!separators || (hours | minutes | seconds | ms) < 0 || hours > 23 || minutes > 59 || seconds > 59) {
    return NaN;
  }
  const yearCodes = fourCodes(text, 0, 1, 2, 3);
  const monthAndDayCodes = fourCodes(text, 5, 6, 8, 9);
  if (yearCodes !== commonYearCodes || monthAndDayCodes !== commonMonthAndDayCodes) {
    commonDateMs = dateMs(text.slice(0, 10));
    commonYearCodes = yearCodes;
    commonMonthAndDayCodes = monthAndDayCodes;
  }
  return commonDateMs + (hours * 3600 + minutes * 60 + seconds) * SECOND_MS + ms;
}

function parseAnyForm(text: string): EpochMs {
  const match = FORM.exec(text);
  if (!match) {
    return NaN;
  }
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0', fraction = '0', offset = 'Z'] = match;
  // 24:00:00 is the end of a day, and a leap second is read as the second after it.
  const timeMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS;
  if (Number(minutes) > 59 || Number(seconds) > 60 || timeMs > DAY_MS) {
    return NaN;
  }
  return dateMs(`${year}-${month}-${day}`) + timeMs + Number(`0.${fraction}`) * SECOND_MS - utcOffsetMs(offset);
}

function dateMs(date: string): EpochMs {
  if (date !== lastDate) {
    const ms = Date.parse(`${date}T00:00:00Z`);
    // Date.parse reads 30 February as 2 March.
    lastDateMs = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? ms : NaN;
    lastDate = date;
  }
  return lastDateMs;
}

/** Local time minus UTC; NaN for an offset that cannot be. */
function utcOffsetMs(offset: string): number {
  if (offset.toUpperCase() === 'Z') {
    return 0;
  }
  const digits = offset.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2));
  const size = hours < 24 && minutes < 60 ? hours * HOUR_MS + minutes * MINUTE_MS : NaN;
  return offset.startsWith('-') ? -size : size;
}

function twoDigits(text: string, at: number): number {
  return 10 * digit(text, at) + digit(text, at + 1);
}

const NO_DIGIT = -1000;

/** The digit; for any other character, so negative that a number made of it is negative too. */
function digit(text: string, at: number): number {
  const code = text.charCodeAt(at) - 48;
  return code >= 0 && code <= 9 ? code : NO_DIGIT;
}

/** Four characters as one number; 0 where one is not ASCII, because its code would overlap the next one's. */
function fourCodes(text: string, a: number, b: number, c: number, d: number): number {
  const first = text.charCodeAt(a);
  const second = text.charCodeAt(b);
  const third = text.charCodeAt(c);
  const fourth = text.charCodeAt(d);
  return (first | second | third | fourth) > 127 ? 0 : (first << 24) | (second << 16) | (third << 8) | fourth;
}
