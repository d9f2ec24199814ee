import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../repositoryRoot.ts';
import type english from './locales/en-US.json';

/** A language of the dashboards without its region, as in `en`. */
export type Language = string;

/** The key of a text in `locales/`. */
type TextKey = keyof typeof english;

/** The text of a key, with each `{{name}}` replaced by its value. */
export type Translate = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

const { languages } = readJson('src/plugin.json') as { readonly languages: readonly string[] };

/** The texts of the languages of the plugin. */
const TEXTS = new Map<Language, Partial<Record<TextKey, string>>>(
  languages.map((locale) => [locale.split('-')[0]!, readJson(`scripts/dashboards/locales/${locale}.json`) as object])
);

export const LANGUAGES: readonly Language[] = [...TEXTS.keys()];

/** What a language lacks is in English. */
export function translateTo(language: Language): Translate {
  return (key, values = {}) => {
    const text = TEXTS.get(language)?.[key] ?? TEXTS.get('en')?.[key] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(repositoryRoot, file), 'utf8'));
}
