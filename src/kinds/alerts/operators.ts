import { translate } from '../../locales/translate';
import { containsVariable } from '../../query/dashboard';

/** How many operators a text says; undefined if it is no whole number from 1 to 999. */
export function parseOperators(text: string): number | undefined {
  return /^\s*[1-9]\d{0,2}\s*$/.test(text) ? Number(text) : undefined;
}

/** True if the text can be saved: it is such a number, or a variable. */
export function isOperators(text: string): boolean {
  return containsVariable(text) || parseOperators(text) !== undefined;
}

export function invalidOperatorsMessage(text: string): string {
  return translate(
    'errors.invalidOperators',
    '“{{text}}” is not a number of operators. Enter a whole number from 1 to 999, or a variable.',
    { text }
  );
}
