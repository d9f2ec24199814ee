import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dashboardFiles } from '../dashboards/dashboardFiles.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

const read = (file: string) => readFileSync(path.join(repositoryRoot, file), 'utf8');

const filesIn = (folder: string) =>
  readdirSync(path.join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.join(folder, name));

/** The interface in both languages; dashboards have their queries in them, too, which use the same words. */
const texts = new Map([
  ...['src/locales', 'workbench/page/locales'].flatMap(filesIn).map((file) => [file, read(file)] as const),
  ...[...dashboardFiles()].map(([file, dashboard]) => [file, JSON.stringify(dashboard, null, 2)] as const),
]);

/** The last column of the table of the glossary; a word of the first column is right in English. */
const avoided = [...read('docs/glossary.md').matchAll(/^\|([^|]+)\|[^|]+\|([^|]+)\|$/gm)]
  .map(([, english = '', words = '']) => [english.trim(), words.trim()] as const)
  .filter(([, words]) => words !== 'Not' && !/^-+$/.test(words))
  .flatMap(([english, words]) => words.split(', ').map((word) => ({ word, isEnglish: word === english })));

test.each([...texts])('%s uses the words of the glossary', (file, text) => {
  const isSpanish = /es-ES|\bes\//.test(file);
  const found = avoided.flatMap(({ word, isEnglish }) =>
    (isEnglish && !isSpanish ? '' : text)
      .split('\n')
      .filter((line) => new RegExp(`(?<![\\p{L}])${word}s?(?![\\p{L}])`, 'iu').test(line))
      .map((line) => `${word}: ${line}`)
  );
  expect(avoided.length).toBeGreaterThan(10);
  expect(found).toEqual([]);
});

test('no text repeats its own word in brackets', () => {
  const twice = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/"([\p{L} ]+) \(([\p{L} ]+)\)"/gu)]
      .filter(([, word = '', bracket = '']) => word.toLowerCase() === bracket.toLowerCase())
      .map(([found]) => `${file}: ${found}`)
  );
  expect(twice).toEqual([]);
});
