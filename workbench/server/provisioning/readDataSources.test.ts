import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readDataSources } from './readDataSources.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'workbench-'));
  mkdirSync(path.join(folder, 'datasources'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function provision(name: string, yaml: string) {
  writeFileSync(path.join(folder, 'datasources', name), yaml);
}

test('a data source gets its URL and key from the environment', () => {
  provision(
    'plant.yaml',
    `apiVersion: 1
datasources:
  - name: Plant
    uid: plant
    type: acme-plant-datasource
    url: $PLANT_URL
    isDefault: true
    editable: true
    jsonData: { timeout: 30 }
    secureJsonData: { apiKey: $PLANT_KEY }
`
  );
  const [record] = readDataSources(folder, { PLANT_URL: 'http://127.0.0.1:8310', PLANT_KEY: 'tid_live_x' });
  expect(record).toMatchObject({
    uid: 'plant',
    name: 'Plant',
    type: 'acme-plant-datasource',
    access: 'proxy',
    isDefault: true,
    readOnly: false,
    url: 'http://127.0.0.1:8310',
    jsonData: { timeout: 30 },
    secureJsonData: { apiKey: 'tid_live_x' },
  });
});

test('a data source is read-only by default', () => {
  provision('plant.yaml', 'datasources: [{ name: Plant, type: acme-plant-datasource }]');
  expect(readDataSources(folder, {})).toMatchObject([{ uid: 'plant', readOnly: true }]);
});

test('a folder without data sources gives an empty list', () => {
  rmSync(path.join(folder, 'datasources'), { recursive: true });
  expect(readDataSources(folder, {})).toEqual([]);
});

test.each([
  ['datasources: [{ type: x }]', 'datasources/plant.yaml: datasources[0].name must be a string that is not empty.'],
  ['datasources: [{ name: A }]', 'datasources/plant.yaml: datasources[0].type must be a string that is not empty.'],
  ['datasources: [7]', 'datasources/plant.yaml: datasources[0] must be an object.'],
  ['datasources: { a: 1 }', 'datasources/plant.yaml.datasources must be a list.'],
  [
    'datasources: [{ name: A, uid: a, type: x }, { name: B, uid: a, type: x }]',
    'datasources/plant.yaml: datasources[1]: another data source is already called "A" (uid a).',
  ],
])('%s is rejected with an error that names the invalid member', (yaml, message) => {
  provision('plant.yaml', yaml);
  expect(() => readDataSources(folder, {})).toThrow(message);
});
