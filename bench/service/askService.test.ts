import { expect, test } from '@jest/globals';
import { cursorOf } from './askService.ts';

test.each([
  ['{"datos":[{"ts":"x","valor":1}],"siguiente":"abc-_1"}', 'abc-_1'],
  ['{"datos":[],"siguiente":null}', null],
])('the cursor of %s is %j', (page, cursor) => {
  expect(cursorOf(page)).toBe(cursor);
});

test('a response that is not a page throws, unlike the last page', () => {
  expect(() => cursorOf('{"codigo":"error_interno"}')).toThrow('without a cursor');
});
