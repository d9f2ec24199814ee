import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './repositoryRoot.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

const filesIn = (folder: string) =>
  readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));

/** The interface in both languages; dashboards have their queries in them, too, which use the same words. */
const files = ['src/locales', 'src/dashboards', 'workbench/page/locales'].flatMap(filesIn);

/** The last column of the table of the glossary. */
const avoided = [...read('docs/glossary.md').matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\|$/gm)]
  .map(([, words = '']) => words.trim())
  .filter((words) => words !== 'Not' && !/^-+$/.test(words))
  .flatMap((words) => words.split(', '));

test.each(files)('%s uses the words of the glossary', (file) => {
  const texts = read(file).split('\n');
  const found = avoided.flatMap((word) =>
    texts
      .filter((text) => new RegExp(`(?<![\\p{L}])${word}s?(?![\\p{L}])`, 'iu').test(text))
      .map((text) => `${word}: ${text}`)
  );
  expect(avoided.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

test('no text repeats its own word in brackets', () => {
  const twice = files.flatMap((file) =>
    [...read(file).matchAll(/"([\p{L} ]+) \(([\p{L} ]+)\)"/gu)]
      .filter(([, word = '', bracket = '']) => word.toLowerCase() === bracket.toLowerCase())
      .map(([text]) => `${file}: ${text}`)
  );
  expect(twice).toEqual([]);
});
