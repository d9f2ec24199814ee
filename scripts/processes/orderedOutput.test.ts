import { expect, test } from '@jest/globals';
import { OrderedOutput } from './orderedOutput.ts';

test('the first part is printed at once, the others in one piece when it is their turn', () => {
  let printed = '';
  const output = new OrderedOutput((text) => (printed += text));
  const [first, second, third] = [output.open(), output.open(), output.open()];
  second.write('b1 ');
  first.write('a1 ');
  expect(printed).toBe('a1 ');
  third.write('c1 ');
  third.close();
  first.write('a2 ');
  first.close();
  expect(printed).toBe('a1 a2 b1 ');
  second.write('b2 ');
  expect(printed).toBe('a1 a2 b1 b2 ');
  second.close();
  expect(printed).toBe('a1 a2 b1 b2 c1 ');
});
