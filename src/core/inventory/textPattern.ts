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
 * expression between slashes (`/^PUMP-\d+$/i`), in the syntax of RE2. A text that equals a value matches whatever the value looks
 * like, because a code may contain any character. The time for a text is linear in its length, whatever the patterns.
 * @param values no values match every text
 */
export async function compilePatterns(values: readonly string[]): Promise<TextMatcher | InvalidPattern> {
  if (values.length === 0) {
    return () => true;
  }
  const exact = new Set(values);
  const matchers: TextMatcher[] = [];
  let states = 0;
  for (const pattern of values.filter(isPattern)) {
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

/** True for a value that can match other texts than itself. */
export function isPattern(value: string): boolean {
  return value.includes('*') || REGULAR_EXPRESSION.test(value);
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
