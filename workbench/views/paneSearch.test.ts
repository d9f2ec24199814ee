import { paneSearch } from './paneSearch.ts';

const QUERY = { refId: 'A', kind: 'history', devices: ['CMP-101'], tags: ['50 % & <a>'] };
const RANGE = { from: '1700000000000', to: 'now' };
const PANE = { datasource: 'plant', queries: [QUERY], range: RANGE };

const read = (search: string) => Object.fromEntries(new URLSearchParams(paneSearch(search)));
const encode = (value: unknown) => encodeURIComponent(JSON.stringify(value));
const EXPECTED = { ds: 'plant', queries: JSON.stringify([QUERY]), from: RANGE.from, to: RANGE.to };

test.each([
  ['of today', `?schemaVersion=1&panes=${encode({ trend: PANE })}`],
  ['with two panes, of which the first is shown', `?schemaVersion=1&panes=${encode({ a: PANE, b: { queries: [] } })}`],
  ['of older versions', `?orgId=1&left=${encode(PANE)}&right=${encode({})}`],
  [
    'with the data source only in the query',
    `?panes=${encode({ a: { ...PANE, datasource: undefined, queries: [{ ...QUERY, datasource: { uid: 'plant' } }] } })}`,
  ],
])('an address of Explore %s has a data source, queries and a range', (_name, search) => {
  expect(read(search)).toMatchObject({ ds: 'plant', from: RANGE.from, to: RANGE.to });
  expect(JSON.parse(read(search).queries!)).toEqual([expect.objectContaining(QUERY)]);
});

test('queries without a name are named', () => {
  const queries = [{ kind: 'history' }, { kind: 'latest' }];
  expect(JSON.parse(read(`?panes=${encode({ a: { queries } })}`).queries!)).toEqual([
    { refId: 'A', kind: 'history' },
    { refId: 'B', kind: 'latest' },
  ]);
});

test('other parameters stay', () => {
  expect(read(`?lang=es&panes=${encode({ a: PANE })}`)).toEqual({ lang: 'es', ...EXPECTED });
});

test.each(['?panes=nonsense', '?panes=null', '?panes=%7B%7D', '?left=%5B%5D', '?left=7'])(
  'an address of Explore without a pane, %s, is an empty editor',
  (search) => {
    expect(read(search)).toEqual({});
  }
);

test('the address of the editor is none of Explore', () => {
  expect(paneSearch('?from=now-6h&queries=%5B%5D')).toBeUndefined();
});
