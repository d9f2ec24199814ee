/** Tests one text. */
export type TextMatcher = (text: string) => boolean;

/** A regular expression that cannot be compiled. */
export interface InvalidPattern {
  readonly kind: 'invalidPattern';
  readonly pattern: string;
}

export function isInvalidPattern(compiled: object): compiled is InvalidPattern {
  return 'kind' in compiled && compiled.kind === 'invalidPattern';
}

/**
 * Matches any of the given values. A value is the text itself, a pattern in which `*` stands for any characters, or a regular
 * expression between slashes (`/^PUMP-\d+$/i`). A text that equals a value matches whatever the value looks like, because a
 * code may contain any character.
 * @param values no values match every text
 */
export function compilePatterns(values: readonly string[]): TextMatcher | InvalidPattern {
  if (values.length === 0) {
    return () => true;
  }
  const exact = new Set(values);
  const expressions: RegExp[] = [];
  for (const value of values) {
    const expression = expressionOf(value);
    if (expression === 'invalid') {
      return { kind: 'invalidPattern', pattern: value };
    }
    if (expression !== undefined) {
      expressions.push(expression);
    }
  }
  return (text) => exact.has(text) || expressions.some((expression) => expression.test(text));
}

/** True for a value that can match other texts than itself. */
export function isPattern(value: string): boolean {
  return value.includes('*') || REGULAR_EXPRESSION.test(value);
}

const REGULAR_EXPRESSION = /^\/(.+)\/(i?)$/s;

function expressionOf(value: string): RegExp | 'invalid' | undefined {
  const written = REGULAR_EXPRESSION.exec(value);
  if (written !== null) {
    try {
      return new RegExp(written[1]!, written[2]);
    } catch {
      return 'invalid';
    }
  }
  return value.includes('*') ? wildcard(value) : undefined;
}

function wildcard(value: string): RegExp {
  const parts = value.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
