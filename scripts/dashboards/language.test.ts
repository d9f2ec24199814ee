import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import { LANGUAGES, translateTo } from './language.ts';

const FOLDER = path.join(repositoryRoot, 'scripts/dashboards');
const read = (...names: string[]) => readFileSync(path.join(FOLDER, ...names), 'utf8');

const LOCALES = readdirSync(path.join(FOLDER, 'locales')).map(
  (file) => [file, JSON.parse(read('locales', file)) as Record<string, string>] as const
);
const ENGLISH = new Map(LOCALES).get('en-US.json')!;

/** Ours and the variables of Grafana, by key. */
const placeholders = (texts: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, (text.match(/\{\{\w+\}\}|\$\{[^}]+\}/g) ?? []).sort()])
  );

test.each(LOCALES)('%s has the texts of all other languages, with the same placeholders', (_, texts) => {
  expect(placeholders(texts)).toEqual(placeholders(ENGLISH));
  expect(Object.values(texts).filter((text) => text.trim() === '')).toEqual([]);
});

test('every text is used', () => {
  const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => read(file))
    .join('\n');
  expect(Object.keys(ENGLISH).filter((key) => !sources.includes(`t('${key}'`) && key !== 'language')).toEqual([]);
});

test('each language of the plugin has its own texts, and their values', () => {
  expect(LANGUAGES.map((language) => translateTo(language)('language'))).toEqual(
    LOCALES.map(([, { language }]) => language)
  );
  expect(translateTo('es')('tagCount.description', { staleAfter: '1h' })).toMatch(/menos o más de 1h, /);
});

test('what a language lacks is in English', () => {
  expect(translateTo('fr')('overview.title')).toBe('Plant overview');
});
