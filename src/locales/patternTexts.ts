import { t } from '@grafana/i18n';
import type { InvalidPattern } from '../core/inventory/textPattern';
import { PLAIN_TEXT } from './plainText';

/** Why a pattern cannot be used. */
export function invalidPatternMessage({ pattern, problem }: InvalidPattern): string {
  switch (problem) {
    case 'syntax':
      return t(
        'errors.invalidPattern',
        '{{pattern}} is not a valid regular expression. The syntax is that of RE2: look-around (?=…) and back-references \\1 do not exist.',
        { pattern, ...PLAIN_TEXT }
      );
    case 'size':
      return t(
        'errors.largePattern',
        '{{pattern}} is too large a pattern. Use fewer and shorter regular expressions, and smaller repetitions.',
        { pattern, ...PLAIN_TEXT }
      );
  }
}
