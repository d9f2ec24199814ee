import { type InvalidPattern, isInvalidPattern } from '../../core/inventory/textPattern';
import { invalidPatternMessage } from '../errorMessage';

/**
 * What patterns were compiled to.
 * @throws Error with a message for users when a pattern is not valid
 */
export function validPatterns<Compiled extends object>(compiled: Compiled | InvalidPattern): Compiled {
  if (isInvalidPattern(compiled)) {
    throw new Error(invalidPatternMessage(compiled));
  }
  return compiled;
}
