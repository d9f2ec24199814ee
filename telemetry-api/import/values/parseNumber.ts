import { MAX_VALUE } from '../../store/readings/readings.ts';
import { type RowError, quoted } from './importErrors.ts';

const PLAIN_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA_NUMBER = /^[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?$/;
const NOT_FINITE = /^[+-]?(?:nan|inf|infinity)$/i;

/**
 * Parses the value of a reading or alert: digits with one decimal separator and an optional exponent, no thousands separators.
 * @param text already trimmed
 * @param decimalComma whether the file writes 12.5 as 12,5
 * @returns a number that the database can store, or the error
 */
export function parseNumber(text: string, decimalComma: boolean): number | RowError {
  if ((decimalComma ? COMMA_NUMBER : PLAIN_NUMBER).test(text)) {
    const value = Number(decimalComma ? text.replace(',', '.') : text);
    return Math.abs(value) <= MAX_VALUE ? value : outOfRange(text);
  }
  return explain(text, decimalComma);
}

function outOfRange(text: string): RowError {
  return { reason: 'value out of range', detail: `value ${quoted(text)} is outside ±${MAX_VALUE}` };
}

function explain(text: string, decimalComma: boolean): RowError {
  if (text === '') {
    return { reason: 'empty value', detail: 'value is empty; it must be a number' };
  }
  if (NOT_FINITE.test(text)) {
    return { reason: 'value is not finite', detail: `value ${quoted(text)} is not a finite number; omit such rows` };
  }
  const example = decimalComma ? '1234,5' : '1234.5';
  if (PLAIN_NUMBER.test(text)) {
    return {
      reason: 'decimal point with --decimal-comma',
      detail: `value ${quoted(text)} has a decimal point; with --decimal-comma write it as ${example}, without thousands separators`,
    };
  }
  if (COMMA_NUMBER.test(text)) {
    return {
      reason: 'decimal comma',
      detail: `value ${quoted(text)} has a comma; if the file uses decimal commas, add --decimal-comma`,
    };
  }
  if (/^[+-]?\d{1,3}(?:[.,'\s\u00a0\u202f]\d{3})+(?:[.,]\d+)?$/.test(text)) {
    return {
      reason: 'thousands separator',
      detail: `value ${quoted(text)} has thousands separators; write it as ${example}`,
    };
  }
  return { reason: 'value is not a number', detail: `value ${quoted(text)} is not a number; write it as ${example}` };
}
