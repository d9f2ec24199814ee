import { compileExpression } from './compileExpression';

/** Tests one text. */
export type TextMatcher = (text: string) => boolean;

/** A pattern that cannot be used: it is not a valid regular expression, or it or all of its list together are too large. */
export interface InvalidPattern {
  readonly kind: 'invalidPattern';
  readonly pattern: string;
  readonly problem: 'syntax' | 'size';
}

export function isInvalidPattern(compiled: object): compiled is InvalidPattern {
  return 'kind' in compiled && compiled.kind === 'invalidPattern';
}

/** Characters of one pattern. */
export const MAX_PATTERN_LENGTH = 1000;

/** States of all regular expressions of a list: each text of the inventory is compared with all of them. */
const MAX_STATES = 1000;

/**
 * Matches any of the given values. A value is the text itself, a pattern in which `*` stands for any characters, or a regular
 * expression between slashes (`/^PUMP-\d+$/i`), in the syntax of RE2. A code may contain any character: a text that equals a value
 * matches whatever the value looks like, and `exactly` writes a value that is no pattern. The time for a text is linear in its length,
 * whatever the patterns.
 * @param values no values match every text
 * @param names what can be meant: a value that is one of these names is no pattern, unless it is `*` alone
 */
export async function compilePatterns(
  values: readonly string[],
  names: ReadonlySet<string> = new Set()
): Promise<TextMatcher | InvalidPattern> {
  if (values.length === 0) {
    return () => true;
  }
  const exact = new Set(values.map(unquoted));
  const matchers: TextMatcher[] = [];
  let states = 0;
  const patterns = values.filter((value) => isPattern(value) && (value === EVERYTHING || !names.has(value)));
  for (const pattern of patterns) {
    if (pattern.length > MAX_PATTERN_LENGTH) {
      return { kind: 'invalidPattern', pattern: `${pattern.slice(0, 50)}…`, problem: 'size' };
    }
    const written = REGULAR_EXPRESSION.exec(pattern);
    if (written === null) {
      matchers.push(wildcard(pattern));
      continue;
    }
    const [, source = '', flag = ''] = written;
    const expression = await compileExpression(flag === 'i' ? `(?i)${source}` : source);
    if (expression === undefined) {
      return { kind: 'invalidPattern', pattern, problem: 'syntax' };
    }
    states += expression.size;
    if (states > MAX_STATES) {
      return { kind: 'invalidPattern', pattern, problem: 'size' };
    }
    matchers.push(expression.test);
  }
  return (text) => exact.has(text) || matchers.some((matches) => matches(text));
}

/** The pattern for every text, also where something has this name. */
const EVERYTHING = '*';

/** True for a value that can match other texts than itself. */
export function isPattern(value: string): boolean {
  return exactText(value) === undefined;
}

/** The only text that a value matches; undefined for a pattern. */
export function exactText(value: string): string | undefined {
  const [, quoted] = QUOTED.exec(value) ?? [];
  if (quoted !== undefined) {
    return quoted.replace(ESCAPED, '$1');
  }
  return value.includes('*') || isExpression(value) ? undefined : value;
}

/** The text that was quoted; any other value as it is. */
export function unquoted(value: string): string {
  return exactText(value) ?? value;
}

/** The value that matches this text alone, also if the text looks like a pattern. */
export function exactly(text: string): string {
  return exactText(text) === text ? text : quote(text);
}

/**
 * The value for a name that the inventory has: the name itself, because there it is no pattern, whatever it looks like. Only `*` would be
 * everything, and a text that looks like a quoted one would be another name.
 */
export function valueForName(name: string): string {
  return name === EVERYTHING || unquoted(name) !== name ? quote(name) : name;
}

/**
 * The text as a regular expression that matches it alone, `/^\Qtext\E$/`. A backslash could end the quotation, and Grafana could take
 * `$` and `[[` for variables.
 */
export function quote(text: string): string {
  return `/^\\Q${text.replace(/[\\$[]/g, String.raw`\E\$&\Q`)}\\E$/`;
}

/** A character between the end of a quotation and the beginning of the next. */
const ESCAPED = /\\E\\([\\$[])\\Q/g;

/** As `quote` writes it. */
const QUOTED = /^\/\^\\Q((?:[^\\$[]|\\E\\[\\$[]\\Q)+)\\E\$\/$/;

/** True for a regular expression between slashes, valid or not. */
export function isExpression(value: string): boolean {
  return REGULAR_EXPRESSION.test(value);
}

const REGULAR_EXPRESSION = /^\/(.+)\/(i?)$/s;

/** Each part at its first place after the one before it: the rest is longest there, so that no other place needs to be tried. */
function wildcard(pattern: string): TextMatcher {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop() ?? '';
  return (text) => {
    if (!text.startsWith(start) || !text.endsWith(end)) {
      return false;
    }
    let position = start.length;
    for (const part of others) {
      const found = text.indexOf(part, position);
      if (found < 0) {
        return false;
      }
      position = found + part.length;
    }
    return position <= text.length - end.length;
  };
}
