import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../repositoryRoot.ts';
import { documentSection } from './documentSection.ts';
import { settingsSchema, settingsList } from './settings.ts';

test('docs/guide/fields.md has every setting with its default and bounds; WRITE_TABLES=1 writes them', () => {
  const { written, expected } = documentSection('docs/guide/fields.md', 'settings', settingsList());
  expect(written).toBe(expected);
});

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

test('the JSON Schema has types, defaults and bounds', () => {
  const { url, jsonData, secureJsonData } = (settingsSchema() as Schema).properties;
  expect(url).toMatchObject({ type: 'string' });
  expect(jsonData?.properties.maxConcurrentRequests).toMatchObject({
    type: 'number',
    default: 4,
    minimum: 1,
    maximum: 20,
    title: 'Max concurrent requests',
  });
  expect(jsonData?.properties.serverTimeZone).toMatchObject({ type: 'string', default: 'UTC' });
  expect(jsonData?.properties.tagTypes?.properties.counter).toMatchObject({ type: 'array', title: 'Counters' });
  expect(jsonData?.properties.tags).toMatchObject({
    type: 'array',
    title: 'State names, limits and meters',
    items: {
      properties: {
        states: { type: 'array' },
        limits: { properties: { highHigh: { type: 'number' } } },
        meter: { properties: { replaced: { items: { required: ['at', 'last', 'first'] } } } },
      },
    },
  });
  expect(Object.keys(secureJsonData?.properties ?? {})).toContain('apiKey');
});

test('the provisioned data source has only keys of the schema', () => {
  const file = readFileSync(path.join(repositoryRoot, 'provisioning/datasources/telemetria.yaml'), 'utf8');
  const { datasources } = parse(file) as { readonly datasources: ReadonlyArray<Record<string, object>> };
  const { properties } = settingsSchema() as Schema;
  for (const group of ['jsonData', 'secureJsonData']) {
    const known = Object.keys(properties[group]!.properties);
    expect(known).toEqual(expect.arrayContaining(datasources.flatMap((source) => Object.keys(source[group] ?? {}))));
  }
});
