import { isShift, parseShift } from './shift';

it.each([
  ['', { kind: 'none' }],
  [' ', { kind: 'none' }],
  ['1d', { kind: 'shift', step: { count: 1, unit: 'd' } }],
  [' 2w ', { kind: 'shift', step: { count: 2, unit: 'w' } }],
  ['12M', { kind: 'shift', step: { count: 12, unit: 'M' } }],
  ['24h', { kind: 'shift', step: { count: 1, unit: 'd' } }],
  ['8h', { kind: 'invalid', text: '8h' }],
  ['-1d', { kind: 'invalid', text: '-1d' }],
  ['1y', { kind: 'invalid', text: '1y' }],
  ['yesterday', { kind: 'invalid', text: 'yesterday' }],
])('the shift %j means %j', (text, expected) => {
  expect(parseShift(text)).toEqual(expected);
});

it.each([
  ['', true],
  ['1w', true],
  ['$earlier', true],
  ['1h', false],
  ['$', false],
])('the shift %j can be saved: %s', (text, savable) => {
  expect(isShift(text)).toBe(savable);
});
