import { expect, test } from '@jest/globals';
import { LastLines } from './lastLines.ts';

test('a line that arrives in pieces is one line', () => {
  const lines = new LastLines(3);
  for (const piece of ['fir', 'st\nsec', 'ond']) {
    lines.add(piece);
  }
  expect(lines.text()).toBe('first\nsecond');
});

test('only the last lines are kept, and a trailing line break is not one of them', () => {
  const lines = new LastLines(2);
  lines.add('1\n2\n3\n');
  lines.add('4\n');
  expect(lines.text()).toBe('3\n4');
});

test('a program that said nothing has no last words', () => {
  expect(new LastLines(5).text()).toBe('');
});
