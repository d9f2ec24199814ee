import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../src/core/api/operations.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

interface Route {
  readonly path: string;
}

const { routes } = JSON.parse(readFileSync(path.join(repositoryRoot, 'src', 'plugin.json'), 'utf8')) as {
  routes: readonly Route[];
};

test('the data proxy adds the key to GET requests of the five resources of the API, and to nothing else', () => {
  // A route covers the paths below it, too.
  const resources = [...new Set(Object.values(OPERATIONS).map((operation) => operation.path.replace(/\/\{.*$/, '')))];
  expect(resources).toHaveLength(5);
  const headers = [{ name: 'Authorization', content: 'Bearer {{ .SecureJsonData.apiKey }}' }];
  // No `url`: the key goes to the address of the data source only.
  expect(routes).toEqual(resources.map((resource) => ({ path: resource, method: 'GET', headers })));
});
