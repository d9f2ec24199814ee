import { losesDigits } from './lostDigits.ts';

test.each([
  '12345678901234567890',
  '0.1234567890123456789',
  '9007199254740993',
  '1234567890123456789e-5',
  `1${'0'.repeat(120)}1`,
])('%s has digits that a double loses', (text) => {
  expect(losesDigits(text, Number(text))).toBe(true);
});

test.each([
  ...['0', '12.5', '123456789012345', '0.000000000000000012', '10000000000000000000', '21.50000000000000000000'],
  // What programs print with 16, 17 and 20 digits.
  ...[
    '0.1234567890123456',
    '0.12345678901234568',
    '0.10000000000000001',
    '0.1000000000000000055511',
    '9007199254740992',
    '1e-400',
  ],
  String(Math.PI),
  (1 / 3).toExponential(16),
])('%s has none', (text) => {
  expect(losesDigits(text, Number(text))).toBe(false);
});
