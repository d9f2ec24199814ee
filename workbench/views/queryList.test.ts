import { duplicateQuery, nextRefId, parseQueries, removeQuery, replaceQuery } from './queryList.ts';

const queries = (...refIds: string[]) => refIds.map((refId) => ({ refId }));

test.each([
  [[], 'A'],
  [['A', 'C'], 'B'],
  [[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], 'A1'],
])('after the queries %j comes %s', (refIds, next) => {
  expect(nextRefId(queries(...refIds))).toBe(next);
});

test('a query is replaced, doubled and removed by its name, and the list given stays as it is', () => {
  const list = queries('A', 'B');
  expect(replaceQuery(list, 'A', { refId: 'A', hide: true })).toEqual([{ refId: 'A', hide: true }, { refId: 'B' }]);
  expect(duplicateQuery(list, { refId: 'A', queryType: 'x' })).toEqual([...list, { refId: 'C', queryType: 'x' }]);
  expect(removeQuery(list, 'A')).toEqual([{ refId: 'B' }]);
  expect(list).toEqual(queries('A', 'B'));
});

test.each([
  ['[{"refId":"A"},{"kind":"x"},7]', [{ refId: 'A' }]],
  ['{"refId":"A"}', []],
  ['nonsense', []],
])('the address %s holds the queries %j', (json, parsed) => {
  expect(parseQueries(json)).toEqual(parsed);
});
