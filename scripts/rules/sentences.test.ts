import { expect, test } from '@jest/globals';
import { sentencesOf, wordsOf } from './sentences.ts';

test.each([
  ['One two. Three\nfour!\n\nFive', ['One two.', 'Three four!', 'Five']],
  ['## A heading\nText.', ['A heading', 'Text.']],
  ['- one: two\n- three.\n  More', ['one: two', 'three.', 'More']],
  ['1. One\n2. Two', ['One', 'Two']],
  ['The value 1.5 and 2, e.g. that one', ['The value 1.5 and 2, e.g. that one']],
  ['“So it is.” Then.', ['“So it is.”', 'Then.']],
  [
    '---\ntitle: A\n---\n\n| a | b |\n| - | - |\n\n```sh\nnpm start. Yes.\n```\n\n<!-- no -->\nRun `npm start. Yes.` now',
    ['Run code now'],
  ],
  ['See [this page](a.md#b). `npm ci` is first.', ['See this page.', 'code is first.']],
])('the sentences of %j are %j', (page, expected) => {
  expect(sentencesOf(page)).toEqual(expected);
});

test('a sign alone is no word', () => {
  expect(wordsOf('The pressure – in bar – is 8.4 · high')).toBe(7);
});
