import { InputError, quoted } from './importErrors.ts';
import type { WallTime } from './wallTime.ts';

type Part =
  'year' | 'shortYear' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second' | 'fraction' | 'half' | 'offset';

/** The pattern tokens; longer ones first, so that `yyyy` is not parsed as two `yy`. */
const TOKENS: ReadonlyArray<[token: string, part: Part, source: string]> = [
  ['yyyy', 'year', '(\\d{4})'],
  ['yy', 'shortYear', '(\\d{2})'],
  ['MM', 'month', '(\\d{2})'],
  ['M', 'month', '(\\d{1,2})'],
  ['dd', 'day', '(\\d{2})'],
  ['d', 'day', '(\\d{1,2})'],
  ['HH', 'hour', '(\\d{2})'],
  ['H', 'hour', '(\\d{1,2})'],
  ['hh', 'hour12', '(\\d{2})'],
  ['h', 'hour12', '(\\d{1,2})'],
  ['mm', 'minute', '(\\d{2})'],
  ['ss', 'second', '(\\d{2})'],
  ['S', 'fraction', '(\\d{1,9})'],
  ['a', 'half', '([AaPp]\\.?\\s?[Mm]\\.?)'],
  ['X', 'offset', '(Z|z|[+-]\\d{2}(?::?\\d{2})?)'],
];

/** The tokens in one line, for help texts and error messages. */
export const PATTERN_HELP =
  'yyyy yy MM M dd d HH H hh h mm ss S (fraction) a (AM/PM) X (offset); other characters are literal';

/**
 * Compiles a pattern such as `dd/MM/yyyy HH:mm:ss` into a parser.
 * Text between single quotes is literal: `yyyy-MM-dd'T'HH:mm`.
 * @returns a function that parses a text, or returns undefined if it does not match the pattern
 * @throws InputError if the pattern lacks year, month or day, has a part twice, or has 12-hour hours without AM/PM
 */
export function timePattern(pattern: string): (text: string) => WallTime | undefined {
  const parts: Part[] = [];
  let source = '';
  for (let at = 0; at < pattern.length;) {
    const quoted = /^'([^']*)'/.exec(pattern.slice(at));
    const token = TOKENS.find(([written]) => pattern.startsWith(written, at));
    if (quoted) {
      source += escaped(quoted[1] ?? '');
      at += quoted[0].length;
    } else if (token) {
      parts.push(token[1]);
      source += token[2];
      at += token[1] === 'fraction' ? /^S+/.exec(pattern.slice(at))![0].length : token[0].length;
    } else {
      source += escaped(pattern[at] ?? '');
      at += 1;
    }
  }
  checkParts(parts, pattern);
  const form = new RegExp(`^${source}$`);
  return (text) => {
    const match = form.exec(text);
    return match ? wallTime(parts, match) : undefined;
  };
}

function escaped(literal: string): string {
  return literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+');
}

function checkParts(parts: Part[], pattern: string): void {
  const missing = [
    parts.some((part) => part === 'year' || part === 'shortYear') ? '' : 'yyyy',
    parts.includes('month') ? '' : 'MM',
    parts.includes('day') ? '' : 'dd',
    parts.includes('hour12') && !parts.includes('half') ? 'a (AM/PM, with hh)' : '',
  ].filter(Boolean);
  if (missing.length > 0) {
    throw new InputError(
      `the time format ${quoted(pattern)} lacks ${missing.join(', ')}; supported are ${PATTERN_HELP}`
    );
  }
  const kinds = parts.map((part) => part.replace('hour12', 'hour').replace('shortYear', 'year'));
  const twice = kinds.find((kind, index) => kinds.indexOf(kind) !== index);
  if (twice) {
    throw new InputError(
      `the time format ${quoted(pattern)} has the ${twice} twice; month is MM, minute is mm; supported are ${PATTERN_HELP}`
    );
  }
}

function wallTime(parts: Part[], match: RegExpExecArray): WallTime {
  const wall: WallTime = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, milli: 0, offsetMs: undefined };
  let afternoon: boolean | undefined;
  parts.forEach((part, index) => {
    const text = match[index + 1] ?? '';
    if (part === 'shortYear') {
      wall.year = 2000 + Number(text);
    } else if (part === 'fraction') {
      wall.milli = Number(text.padEnd(3, '0').slice(0, 3));
    } else if (part === 'half') {
      afternoon = /^p/i.test(text);
    } else if (part === 'offset') {
      wall.offsetMs = readOffsetMs(text);
    } else {
      wall[part === 'hour12' ? 'hour' : part] = Number(text);
    }
  });
  if (afternoon !== undefined) {
    wall.hour = wall.hour >= 1 && wall.hour <= 12 ? (wall.hour % 12) + (afternoon ? 12 : 0) : NaN;
  }
  return wall;
}

/** Parses `Z`, `+02`, `+0200` or `+02:00` to ms. */
export function readOffsetMs(text: string): number {
  if (text === 'Z' || text === 'z') {
    return 0;
  }
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * 60_000;
}
