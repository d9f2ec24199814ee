import { expect, test } from '@jest/globals';
import { readReport } from './runImportCommand.ts';

test('rows and time are parsed from the output of the import', () => {
  expect(readReport('a.csv: 1,000,000 rows in 7.2 s\n  1,000,000  new\n', '')).toEqual({
    rows: 1_000_000,
    seconds: 7.2,
  });
});

test.each([
  [
    'rows that were there already',
    'a.csv: 1,000 rows in 7.2 s\n  990  new\n   10  already stored with the same value\n',
  ],
  ['an import that ended early', ''],
])('%s make the measurement fail', (_, out) => {
  expect(() => readReport(out, 'output of the command')).toThrow('output of the command');
});
