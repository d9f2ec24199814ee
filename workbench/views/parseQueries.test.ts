import { parseQueries } from './parseQueries.ts';

test.each([
  ['[{"refId":"A"},{"kind":"x"},7]', [{ refId: 'A' }]],
  ['{"refId":"A"}', []],
  ['nonsense', []],
])('the URL parameter %s is parsed to the queries %j', (json, parsed) => {
  expect(parseQueries(json)).toEqual(parsed);
});
