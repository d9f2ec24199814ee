/** A date with separators, then optionally a time of day with fraction, AM/PM and offset. */
const DATE_TIME =
  /^(\d{1,4})([./-])\d{1,2}\2(\d{1,4})(?:(, ?|T| +)(\d{1,2}):\d{2}(:\d{2})?(?:([.,])\d{1,9})?( ?)([AaPp]\.?[Mm]\.?)?( ?)(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** The most digits of a Unix time in s until the year 2286; in ms, it has more since 1973. */
export const UNIX_SECONDS_DIGITS = 10;

/** Numbers with fewer digits are no times after 1973 in s. */
const EPOCH = /^\d{9,13}(?:\.\d+)?$/;

/** Whether a text is a Unix time in s or ms. */
export function isUnixTime(text: string): boolean {
  return EPOCH.test(text);
}

/** Values of `--time-format` that a timestamp can have, the likeliest first: of `03/04/2026`, the day comes first. */
export function candidateTimeFormats(text: string): string[] {
  const compact = { 8: 'yyyyMMdd', 12: 'yyyyMMddHHmm', 14: 'yyyyMMddHHmmss' }[text.length];
  if (compact !== undefined && /^(?:19|20)\d+$/.test(text)) {
    return [compact];
  }
  if (EPOCH.test(text)) {
    return [text.split('.')[0]!.length > UNIX_SECONDS_DIGITS ? 'epoch-ms' : 'epoch-s'];
  }
  const match = DATE_TIME.exec(text);
  return match ? ['iso', ...patterns(match)] : ['iso'];
}

function patterns(match: RegExpExecArray): string[] {
  const [, first = '', separator = '', last = '', between, hour, second, point, ...rest] = match;
  const [beforeHalf = '', half, beforeOffset = '', offset] = rest;
  const year = last.length === 4 ? 'yyyy' : 'yy';
  const dates = (first.length === 4 ? ['yyyy MM dd'] : [`dd MM ${year}`, `MM dd ${year}`]).map((date) =>
    date.replaceAll(' ', separator)
  );
  const time =
    hour === undefined
      ? ''
      : [
          between === 'T' ? "'T'" : between,
          half ? 'hh' : 'HH',
          ':mm',
          second ? ':ss' : '',
          point ? `${point}S` : '',
          `${beforeHalf}${half ? 'a' : ''}`,
          offset ? `${beforeOffset}X` : '',
        ].join('');
  const strict = dates.map((date) => `${date}${time}`);
  // One digit where there is one: 3/4/2026 9:05.
  const lax = strict.map((pattern) =>
    pattern.replace('dd', 'd').replace('MM', 'M').replace('HH', 'H').replace('hh', 'h')
  );
  return [...strict, ...lax];
}
