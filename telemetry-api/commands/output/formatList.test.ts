import { formatList, listTime } from './formatList.ts';

const COLUMNS = ['id', 'lastUsed', 'sites', 'isActive', 'name'] as const;
const ITEMS = [
  { id: '1', lastUsed: listTime(0), sites: ['A', 'B'], isActive: true, name: 'x' },
  { id: 'long id', lastUsed: listTime(null), sites: [], isActive: false, name: 'a\tb\u0085' },
];

test('a list has a header and aligned columns without control characters', () => {
  expect(formatList(COLUMNS, ITEMS, false).split('\n')).toEqual([
    'ID       LAST USED                 SITES  IS ACTIVE  NAME',
    '1        1970-01-01T00:00:00.000Z  A,B    true       x',
    'long id  -                         -      false      a b',
    '',
  ]);
});

test('an empty list has its header, and is an empty array in JSON', () => {
  expect(formatList(COLUMNS, [], false)).toBe('ID  LAST USED  SITES  IS ACTIVE  NAME\n');
  expect(formatList(COLUMNS, [], true)).toBe('[]\n');
});

test('JSON has the values of the columns alone, in their order', () => {
  const text = formatList(
    COLUMNS,
    ITEMS.map((item) => ({ secret: 'x', ...item })),
    true
  );
  expect(JSON.parse(text)).toEqual(ITEMS);
  expect(Object.keys(JSON.parse(text)[0])).toEqual(COLUMNS);
});
