import { expect, test } from '@jest/globals';
import { LastLines } from './lastLines.ts';

test('chunks of a line are joined', () => {
  const lines = new LastLines(3);
  for (const piece of ['fir', 'st\nsec', 'ond']) {
    lines.add(piece);
  }
  expect(lines.text()).toBe('first\nsecond');
});

test('only the last lines are returned, without a trailing line break', () => {
  const lines = new LastLines(2);
  lines.add('1\n2\n3\n');
  lines.add('4\n');
  expect(lines.text()).toBe('3\n4');
});

test('the last lines of no output are empty', () => {
  expect(new LastLines(5).text()).toBe('');
});
