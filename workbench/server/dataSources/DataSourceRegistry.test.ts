import { dataSourceDto, instanceSettings } from './dataSourceRecord.ts';
import { DataSourceRegistry } from './DataSourceRegistry.ts';
import { makeRecord } from './makeRecord.testing.ts';

const record = makeRecord({
  jsonData: { url: 'http://127.0.0.1:8310' },
  secureJsonData: { apiKey: 'tid_live_secret', tlsClientKey: '' },
});

test('the settings page and the data source get only the names of the secrets that are set', () => {
  const dto = dataSourceDto(record);
  expect(dto.secureJsonFields).toEqual({ apiKey: true });
  expect(JSON.stringify([dto, instanceSettings(record, {})])).not.toContain('tid_live_secret');
});

test('saving keeps a missing secret and deletes an empty one', () => {
  const registry = new DataSourceRegistry([record]);
  registry.update(registry.get('plant')!, { jsonData: { url: 'http://plant' } });
  expect(registry.get('plant')).toMatchObject({
    jsonData: { url: 'http://plant' },
    secureJsonData: { apiKey: 'tid_live_secret' },
    version: 2,
  });
  registry.update(registry.get('plant')!, { secureJsonData: { apiKey: '' } });
  expect(dataSourceDto(registry.get('plant')!).secureJsonFields).toEqual({});
});

test('saving does not change a record that was returned before', () => {
  const registry = new DataSourceRegistry([record]);
  const before = registry.get('plant')!;
  registry.update(registry.get('plant')!, { secureJsonData: { apiKey: 'tid_live_new' } });
  expect(before.secureJsonData.apiKey).toBe('tid_live_secret');
  expect(registry.get('plant')!.secureJsonData.apiKey).toBe('tid_live_new');
});

test('restoring brings the provisioned settings and secrets back', () => {
  const registry = new DataSourceRegistry([record]);
  registry.update(registry.get('plant')!, {
    name: 'Other',
    secureJsonData: { apiKey: 'tid_live_wrong', tlsCACert: 'pem' },
  });
  expect(registry.isChanged('plant')).toBe(true);
  expect(registry.restore('plant')).toEqual({ ...record, version: 3 });
  expect(registry.get('plant')!.secureJsonData.apiKey).toBe('tid_live_secret');
  expect(registry.isChanged('plant')).toBe(false);
  expect(registry.restore('none')).toBeUndefined();
});

test.each([
  ['a save of the same settings', { name: 'Plant', jsonData: { url: 'http://127.0.0.1:8310' } }, false],
  ['the same key entered by hand', { secureJsonData: { apiKey: 'tid_live_secret' } }, false],
  ['an empty secret that is not set', { secureJsonData: { tlsCACert: '' } }, false],
  ['another key', { secureJsonData: { apiKey: 'tid_live_other' } }, true],
  ['a deleted key', { secureJsonData: { apiKey: '' } }, true],
  ['another address', { jsonData: { url: 'http://plant' } }, true],
])('%s is a change or not', (_, body, isChanged) => {
  const registry = new DataSourceRegistry([record]);
  registry.update(registry.get('plant')!, body);
  expect(registry.isChanged('plant')).toBe(isChanged);
});

test('a body with an invalid member changes nothing', () => {
  const registry = new DataSourceRegistry([record]);
  expect(() => registry.update(registry.get('plant')!, { name: 'New', jsonData: 'x' })).toThrow(
    'data source.jsonData must be an object'
  );
  expect(registry.get('plant')).toBe(record);
});
