/** Every decimal number with so many digits is one double, and another number is another double. */
const SAFE_DIGITS = 15;
/** More are not printed by `toPrecision`. */
const MAX_DIGITS = 100;

/**
 * Whether a double does not have all significant digits of the text that it was read from.
 * @param text digits, with a decimal separator and an exponent or without them
 */
export function losesDigits(text: string, value: number): boolean {
  if (text.length <= SAFE_DIGITS) {
    return false;
  }
  const digits = significantDigits(text);
  return (
    digits.length > SAFE_DIGITS &&
    (digits.length > MAX_DIGITS || significantDigits(value.toPrecision(digits.length)) !== digits)
  );
}

function significantDigits(text: string): string {
  return text
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
