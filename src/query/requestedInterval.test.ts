import { parseInterval } from './requestedInterval';

it.each([
  ['auto', { kind: 'auto' }],
  ['', { kind: 'auto' }],
  ['raw', { kind: 'level', level: 'raw' }],
  ['crudo', { kind: 'level', level: 'raw' }],
  [' 1m ', { kind: 'level', level: '1m' }],
  ['1h', { kind: 'level', level: '1h' }],
  ['1d', { kind: 'level', level: '1d' }],
  ['5m', { kind: 'step', step: { count: 5, unit: 'm' } }],
  ['60s', { kind: 'step', step: { count: 60, unit: 's' } }],
  ['24h', { kind: 'step', step: { count: 1, unit: 'd' } }],
  ['1w', { kind: 'step', step: { count: 1, unit: 'w' } }],
  ['7m', { kind: 'invalid', text: '7m' }],
  ['often', { kind: 'invalid', text: 'often' }],
])('the interval %j means %j', (text, expected) => {
  expect(parseInterval(text)).toEqual(expected);
});
