import { parseNumber } from './parseNumber.ts';

const reasonOf = (text: string, decimalComma = false) => {
  const parsed = parseNumber(text, decimalComma);
  return typeof parsed === 'number' ? parsed : parsed.reason;
};

describe('parseNumber', () => {
  it.each([
    ['0', 0],
    ['-0.5', -0.5],
    ['+12', 12],
    ['.5', 0.5],
    ['5.', 5],
    ['1e3', 1000],
    ['6.02E-23', 6.02e-23],
    ['9007199254740993', 9007199254740992],
    ['-1e300', -1e300],
    ['1e-400', 0],
  ])('reads %s with a decimal point', (text, value) => {
    expect(parseNumber(text, false)).toBe(value);
  });

  it.each([
    ['12,5', 12.5],
    ['-0,5', -0.5],
    [',5', 0.5],
    ['1234', 1234],
    ['1,5e3', 1500],
  ])('reads %s with a decimal comma', (text, value) => {
    expect(parseNumber(text, true)).toBe(value);
  });

  it.each([
    ['', false, 'empty value'],
    ['NaN', false, 'value is not finite'],
    ['-Infinity', false, 'value is not finite'],
    ['inf', true, 'value is not finite'],
    ['1e999', false, 'value out of range'],
    ['1.1e300', false, 'value out of range'],
    ['12,5', false, 'decimal comma'],
    ['12.5', true, 'decimal point with --decimal-comma'],
    ['1,234.5', false, 'thousands separator'],
    ['1.234,5', true, 'thousands separator'],
    ['1 234', false, 'thousands separator'],
    ['1\u00a0234,5', true, 'thousands separator'],
    ["1'234", false, 'thousands separator'],
    ['0x10', false, 'value is not a number'],
    ['Bad Input', false, 'value is not a number'],
    ['12 bar', false, 'value is not a number'],
    ['1.2.3', false, 'value is not a number'],
    ['--5', false, 'value is not a number'],
  ])('rejects %j (decimal comma: %s) as %s', (text, decimalComma, reason) => {
    expect(reasonOf(text, decimalComma)).toBe(reason);
  });

  it('parses 1,234 as 1.234 only with decimal commas', () => {
    expect(reasonOf('1,234')).toBe('decimal comma');
    expect(parseNumber('1,234', true)).toBe(1.234);
  });
});
