import type { InvalidPattern } from '../core/inventory/textPattern';
import { translate } from './translate';

/** Why a pattern cannot be used. */
export function invalidPatternMessage({ pattern, problem }: InvalidPattern): string {
  switch (problem) {
    case 'syntax':
      return translate(
        'errors.invalidPattern',
        '{{pattern}} is not a valid regular expression. The syntax is that of RE2: look-around (?=…) and back-references \\1 do not exist.',
        { pattern }
      );
    case 'size':
      return translate(
        'errors.largePattern',
        '{{pattern}} is too large a pattern. Use fewer and shorter regular expressions, and smaller repetitions.',
        { pattern }
      );
  }
}
