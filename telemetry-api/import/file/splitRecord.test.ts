import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { cases } from '../../test/support/fuzz.ts';
import { splitRecord } from './splitRecord.ts';

describe('splitRecord', () => {
  it.each([
    ['a;b;c', ['a', 'b', 'c']],
    ['', ['']],
    [';', ['', '']],
    ['"a;1";b', ['a;1', 'b']],
    ['"a ""b"" c";d', ['a "b" c', 'd']],
    ['"";""', ['', '']],
    ['a;"b";', ['a', 'b', '']],
    ['3" pipe;b', ['3" pipe', 'b']],
    ['"two\nlines";b', ['two\nlines', 'b']],
    ['a;"open', 'open-quote'],
    ['"a""', 'open-quote'],
    ['"a"x;b', 'text-after-quote'],
  ])('splits %j', (text, fields) => {
    expect(splitRecord(text, ';')).toEqual(fields);
  });

  it('agrees with csv-parse on every valid record', () => {
    const field = fc.string({ unit: fc.constantFrom('a', ' ', '"', ';', '\n', '5', 'ñ'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(field, fc.boolean()), { minLength: 2, maxLength: 5 }), (fields) => {
        const written = fields
          .map(([text, quoted]) => (quoted || /[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
          .join(';');
        const [oracle] = parse(written, { delimiter: ';', skip_empty_lines: false });
        expect(splitRecord(written, ';')).toEqual(oracle);
      }),
      cases(100)
    );
  });
});
