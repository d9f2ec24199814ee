import { duplicateQuery, nextRefId, parseQueries, removeQuery, replaceQuery } from './queryList.ts';

const queries = (...refIds: string[]) => refIds.map((refId) => ({ refId }));

test.each([
  [[], 'A'],
  [['A', 'C'], 'B'],
  [[...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], 'A1'],
])('the next refId after %j is %s', (refIds, next) => {
  expect(nextRefId(queries(...refIds))).toBe(next);
});

test('replaces, duplicates and removes a query by its refId without changing the original list', () => {
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
])('the URL parameter %s is parsed to the queries %j', (json, parsed) => {
  expect(parseQueries(json)).toEqual(parsed);
});
