import { layoutOf, type LayoutOptions } from './layout.ts';
import { sniff } from './sniff.ts';

const OPTIONS = { encoding: 'utf-8' };
const TABLE = 'ts;temperature\n2026-01-31T10:00:00Z;7,5\n';
const LAYOUT = {
  ...{ format: 'csv', encoding: 'utf-8', delimiter: ';', headerLine: 1, header: 'ts;temperature' },
  ...{ names: ['ts', 'temperature'], rows: [['2026-01-31T10:00:00Z', '7,5']] },
};

const bytesOf = (text: string | Buffer) => ({ bytes: Buffer.from(text), isCut: false });

test.each<[name: string, text: string, options: Partial<LayoutOptions>, layout: object]>([
  ['the most frequent delimiter of the header', TABLE, {}, LAYOUT],
  [
    'the delimiter that Excel declares',
    'sep=#\nts#a;b\n1#2\n',
    {},
    { delimiter: '#', headerLine: 2, names: ['ts', 'a;b'] },
  ],
  ['that of the command', TABLE, { delimiter: ',' }, { delimiter: ',', names: ['ts;temperature'] }],
  ['the first line that is not blank', `\n \n${TABLE}`, {}, { ...LAYOUT, headerLine: 3 }],
  ['the line of the command', `Plant\n\n${TABLE}`, { headerLine: 2 }, { ...LAYOUT, headerLine: 3 }],
  ['only rows that can be split', `${TABLE}1;2;3\n"1;2\n`, {}, LAYOUT],
  ['cells without the apostrophe of a formula', `${TABLE}1;'-2 \n`, {}, { rows: [LAYOUT.rows[0], ['1', '-2']] }],
  [
    'the keys of objects',
    '{"ts":"1","v":2}\n[3]\n{"ts":"2","q":null}\n',
    {},
    {
      format: 'ndjson',
      headerLine: 0,
      header: undefined,
      names: ['ts', 'v', 'q'],
      rows: [
        ['1', '2', ''],
        ['2', '', ''],
      ],
    },
  ],
])('a layout has %s', (_, text, options, layout) => {
  expect(layoutOf(text.split('\n').slice(0, -1), { ...OPTIONS, ...options })).toMatchObject(layout);
});

test.each<[name: string, text: string | Buffer, given: Partial<LayoutOptions>, found: object]>([
  ['what the command says', TABLE, {}, { layout: LAYOUT, options: OPTIONS, isAsGiven: true }],
  ['a delimiter that Excel declares', 'sep=#\nts#v\n1#2\n', {}, { layout: { delimiter: '#' }, isAsGiven: true }],
  [
    'another delimiter than the declared one',
    `sep=,\n${TABLE}`,
    {},
    { layout: { ...LAYOUT, headerLine: 2 }, options: { ...OPTIONS, delimiter: ';' }, isAsGiven: false },
  ],
  ['another delimiter', TABLE, { delimiter: ',' }, { layout: LAYOUT, options: OPTIONS, isAsGiven: false }],
  [
    'the delimiter of the command, which is not the likely one',
    'ts#a;b\n1#2\n',
    { delimiter: '#' },
    { layout: { names: ['ts', 'a;b'] }, options: { delimiter: '#' }, isAsGiven: true },
  ],
  [
    'another encoding',
    Buffer.from(TABLE.replace('temp', 'Größe'), 'latin1'),
    {},
    { layout: { names: ['ts', 'Größeerature'] }, options: { encoding: 'windows-1252' }, isAsGiven: false },
  ],
  [
    'a header below other lines, one of which is for Excel',
    `Plant;North\nsep=;\n${TABLE}`,
    {},
    { layout: { ...LAYOUT, headerLine: 3 }, options: { headerLine: 3 }, isAsGiven: false },
  ],
])('of a file, one finds %s', (_, text, given, found) => {
  expect(sniff(bytesOf(text), { ...OPTIONS, ...given })).toMatchObject(found);
});

test.each(['', '\n', 'ts;v\n', '{"ts":1}\n', '[1]\n', '"ts;v\n1;2\n'])('%j has no rows of a table', (text) => {
  expect(sniff(bytesOf(text), OPTIONS)).toBeUndefined();
});
