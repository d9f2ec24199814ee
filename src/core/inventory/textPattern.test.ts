import fc from 'fast-check';
import { cases } from '../../testSupport/fuzz';
import { compilePatterns, exactly, isPattern, exactText, quote } from './textPattern';

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
])('%j matches %j: %s', async (values, text, expected) => {
  const matcher = await compilePatterns(values);
  expect(typeof matcher === 'function' && matcher(text)).toBe(expected);
});

it.each([
  ['/(/', 'syntax'],
  ['/(?=a)b/', 'syntax'],
  ['/(?<!a)b/', 'syntax'],
  ['/(a)\\1/', 'syntax'],
  ['/(?:a{100}){11}/', 'syntax'],
  ['/(?:a{100}){10}/', 'size'],
  [`/${'[ab]'.repeat(300)}/`, 'size'],
] as const)('rejects %s', async (pattern, problem) => {
  expect(await compilePatterns(['P1', pattern])).toMatchObject({ kind: 'invalidPattern', problem });
});

it('rejects a list of regular expressions that are too large together', async () => {
  const values = Array.from({ length: 12 }, (_, index) => `/a{100}${index}/`);
  expect(await compilePatterns(values)).toEqual({ kind: 'invalidPattern', pattern: '/a{100}9/', problem: 'size' });
});

it('answers for expressions and wildcards that keep a backtracking matcher busy for years', async () => {
  const values = ['/((.+)+)+!$/', '/(a*)*b$/', '/^(a|a)*$x/', `${'*a'.repeat(100)}!`, '/(x+x+)+y/'];
  const matcher = await compilePatterns(values);
  expect(typeof matcher === 'function' && matcher('a'.repeat(5000))).toBe(false);
});

it('matches wildcards as a regular expression with .* in their place does', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 }).filter((one) => one.includes('*'));
  await fc.assert(
    fc.asyncProperty(pattern, text, async (wildcard, one) => {
      const matcher = await compilePatterns([wildcard]);
      const expected = new RegExp(`^${wildcard.replace(/\*+/g, '.*')}$`, 's').test(one);
      expect(typeof matcher === 'function' && matcher(one)).toBe(expected);
    }),
    cases(100)
  );
});

it.each([
  ['P1', 'P1'],
  ['a/b', 'a/b'],
  ['P*', String.raw`/^\QP*\E$/`],
  ['/re.*/', String.raw`/^\Q/re.*/\E$/`],
  [String.raw`*\E*`, String.raw`/^\Q*\E\\\QE*\E$/`],
  ['$device*[[x]]', String.raw`/^\Q\E\$\Qdevice*\E\[\Q\E\[\Qx]]\E$/`],
  [String.raw`/^\QP\E$/`, String.raw`/^\Q/^\E\\\QQP\E\\\QE\E\$\Q/\E$/`],
])('%j is written as %s where it must be a name', async (name, value) => {
  expect(exactly(name)).toBe(value);
  expect([exactText(value), isPattern(value)]).toEqual([name, false]);
});

it('matches a quoted text as a regular expression that is written like it does', async () => {
  const unit = fc.constantFrom('a', 'E', 'Q', '*', '/', '$', '[', '^', '.', '\\', '\\E', '\\Q', '\n', 'é', '😀');
  const text = fc.string({ unit, minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(text, text, async (name, other) => {
      const quoted = await compilePatterns([quote(name)]);
      // The flag, which changes nothing here, makes it one that is compiled.
      const expression = await compilePatterns([quote(name).replace('/^', '/(?-i)^')]);
      expect(exactText(quote(name))).toBe(name);
      for (const one of [name, other]) {
        const matched = [quoted, expression].map((matcher) => typeof matcher === 'function' && matcher(one));
        expect(matched).toEqual([one === name, one === name]);
      }
    }),
    cases(200)
  );
});

it.each([
  ['P1', false],
  ['P*', true],
  ['/^P/', true],
  ['a/b', false],
  ['//', false],
  [String.raw`/^\Qa\E.*\Qb\E$/`, true],
  [String.raw`/^\Qa\E$/i`, true],
])('%j is a pattern: %s', (value, expected) => {
  expect(isPattern(value)).toBe(expected);
});
