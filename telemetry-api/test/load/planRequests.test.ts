import type { PagedList } from './pagedList.ts';
import { throwIfDifferent } from './planRequests.ts';

const LIST: PagedList = {
  kind: 'raw',
  path: '/v1/lecturas',
  rowsOf: () => [],
  expected: [{ n: 1 }, { n: 2 }, { n: 3 }],
};

test('rows that are the expected ones pass', () => {
  expect(() => throwIfDifferent(LIST, [{ n: 1 }, { n: 2 }, { n: 3 }])).not.toThrow();
});

test.each([
  ['a missing row', [{ n: 1 }, { n: 3 }]],
  ['a row twice', [{ n: 1 }, { n: 2 }, { n: 2 }, { n: 3 }]],
  ['no last row', [{ n: 1 }, { n: 2 }]],
  ['another value', [{ n: 1 }, { n: 2 }, { n: 3.5 }]],
])('%s is an error that names the list', (_, rows) => {
  expect(() => throwIfDifferent(LIST, rows)).toThrow(/^\/v1\/lecturas has \d rows instead of 3/);
});
