import { compilePatterns, isPattern } from './textPattern';

it.each<[string[], string, boolean]>([
  [[], 'anything', true],
  [['P1'], 'P1', true],
  [['P1'], 'P10', false],
  [['P1'], 'p1', false],
  [['P1', 'P2'], 'P2', true],
  [['PUMP-*'], 'PUMP-17', true],
  [['PUMP-*'], 'OLD-PUMP-17', false],
  [['*-17'], 'PUMP-17', true],
  [['*'], '', true],
  [['P*-*7'], 'PUMP-17', true],
  [['a.c*'], 'abc', false],
  [['a+(b)[c]|$^\\*'], 'a+(b)[c]|$^\\x', true],
  [['line\n*'], 'line\nnext', true],
  [['/^P\\d+$/'], 'P17', true],
  [['/^P\\d+$/'], 'P17x', false],
  [['/pump/'], 'OLD-pump-1', true],
  [['/pump/'], 'PUMP', false],
  [['/pump/i'], 'PUMP', true],
  [['/'], '/', true],
  [['//'], '//', true],
  [['P1', '/x/'], 'P1', true],
  // A code that looks like a pattern matches itself.
  [['a*b'], 'a*b', true],
  [['/x+/'], '/x+/', true],
])('%j matches %j: %s', (values, text, expected) => {
  const matcher = compilePatterns(values);
  expect(typeof matcher === 'function' && matcher(text)).toBe(expected);
});

it('names the regular expression that is not valid', () => {
  expect(compilePatterns(['P1', '/(/'])).toEqual({ kind: 'invalidPattern', pattern: '/(/' });
});

it.each([
  ['P1', false],
  ['P*', true],
  ['/^P/', true],
  ['a/b', false],
  ['//', false],
])('%j is a pattern: %s', (value, expected) => {
  expect(isPattern(value)).toBe(expected);
});
