import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Check, type XSchema } from 'typebox/schema';
import { FUZZ, FUZZ_TIMEOUT_MS, near } from '../testSupport/fuzz';
import { KINDS } from './kinds';
import { normalizeQuery } from './normalizeQuery';
import { querySchema, queryLists } from './querySchema';
import { normalizeVariableQuery, VARIABLE_FIELDS } from '../query/variableQuery';

jest.setTimeout(FUZZ_TIMEOUT_MS);

const SCHEMA = querySchema() as XSchema;

it.each(Object.keys(KINDS))('a new query of %s is valid by the published schema', (kind) => {
  expect(Check(SCHEMA, normalizeQuery({ kind }))).toBe(true);
});

it.each<[string, object]>([
  ['an unknown kind', { kind: 'forecast' }],
  ['an unknown word', { kind: 'latest', format: 'chart' }],
  ['a list that is a number', { kind: 'alerts', severities: 7 }],
  ['no series', { kind: 'history', maxSeries: 0 }],
  ['a newer version', { kind: 'devices', version: 3 }],
])('a query with %s is not', (_, query) => {
  expect(Check(SCHEMA, query)).toBe(false);
});

it('whatever was saved, a normalized query is valid', () => {
  const saved = fc
    .constantFrom(...Object.keys(KINDS))
    .chain((kind) => near(normalizeQuery({ kind })))
    .filter((json): json is object => typeof json === 'object' && json !== null);
  fc.assert(
    fc.property(saved, (json) => {
      const query = normalizeQuery(json);
      expect(query.kind === 'unreadable' || Check(SCHEMA, query)).toBe(true);
    }),
    FUZZ
  );
});

const DOCUMENT = path.resolve('docs/guide/fields.md');
const SECTION = /(?<=<!-- query fields -->\n\n).*(?=\n\n<!-- end of query fields -->)/s;

it('docs/guide/fields.md has the fields of every kind; WRITE_TABLES=1 writes them', () => {
  const document = readFileSync(DOCUMENT, 'utf8');
  expect(document).toMatch(SECTION);
  const updated = document.replace(SECTION, () => queryLists());
  if (process.env.WRITE_TABLES !== undefined) {
    writeFileSync(DOCUMENT, updated);
  } else {
    expect(document).toBe(updated);
  }
});

describe('the text for programs that write dashboards', () => {
  const text = readFileSync(path.resolve('scripts/schemas/skill.md'), 'utf8');
  const examples = (language: string) =>
    [...text.matchAll(/```(.*)\n([^]*?)\n```/g)]
      .filter(([, name]) => name === language)
      .map(([, , json = '']) => JSON.parse(json) as { readonly kind: keyof typeof KINDS });

  it('has an example of every kind, with fields and values that exist', () => {
    expect(new Set(examples('json').map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
    for (const query of examples('json')) {
      expect(Check(SCHEMA, query)).toBe(true);
      expect(['refId', 'kind', ...Object.keys(KINDS[query.kind].fields)]).toEqual(
        expect.arrayContaining(Object.keys(query))
      );
      expect(normalizeQuery(query)).toMatchObject(query);
    }
  });

  it('has an example of a variable, with fields and values that exist', () => {
    expect(examples('json variable')).toHaveLength(1);
    for (const query of examples('json variable')) {
      expect(['refId', 'version', ...Object.keys(VARIABLE_FIELDS)]).toEqual(expect.arrayContaining(Object.keys(query)));
      expect(normalizeVariableQuery(query)).toMatchObject(query);
    }
  });
});
