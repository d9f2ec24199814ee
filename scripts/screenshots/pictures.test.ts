import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { PICTURES, SHEET } from './pictures.ts';

const captions = PICTURES.flatMap(({ caption }) => (caption === undefined ? [] : [caption]));

test('the README describes the sheet by the captions of its pictures', () => {
  const readme = readFileSync(path.join(repositoryRoot, 'README.md'), 'utf8');
  expect(captions).toHaveLength(4);
  expect(readme.replace(/\s+/g, ' ')).toContain(`![${captions.join('. ')}.](${SHEET})`);
});

test('a picture with a caption is taken only with the texts that prove it', () => {
  const unproven = PICTURES.filter(({ caption, shows }) => caption !== undefined && shows.length < 3);
  expect(unproven).toEqual([]);
});
