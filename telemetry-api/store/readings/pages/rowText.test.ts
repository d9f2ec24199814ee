import fc from 'fast-check';
import { cases } from '../../../test/support/fuzz.ts';
import { closeRows, writeRows } from './rowText.ts';

const READING = { before: '{"ts":"', labels: ['","valor":'], after: '},' };

function write(times: number[], values: string[], limit = 5000) {
  const originMs = times[0] ?? 0;
  const columns = { originMs, times: times.map((ms) => ms - originMs).join(','), values: [values.join(',')] };
  const { bytes, ...rest } = writeRows(columns, READING, limit);
  return { ...rest, text: Buffer.from(bytes).toString('utf8') };
}

test('times are formatted as ISO 8601 across changes of day, hour, minute, second and ms', () => {
  const times = [
    ...[0, 1, 99, 100, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, 86_399_999, 86_400_000],
    ...[Date.UTC(2024, 1, 28, 23, 59, 59, 999), Date.UTC(2024, 1, 29), Date.UTC(2199, 11, 31, 23, 59, 59, 999)],
  ];
  const { text } = write(
    times,
    times.map(() => '1')
  );
  const rows = JSON.parse(`[${text.slice(0, -1)}]`) as Array<{ ts: string }>;
  expect(rows.map(({ ts }) => ts)).toEqual(times.map((ms) => new Date(ms).toISOString()));
});

test('numbers are copied as the database wrote them', () => {
  expect(write([0, 1, 2], ['1e+300', '-1.7976931348623157e-300', '0.1']).text).toBe(
    '{"ts":"1970-01-01T00:00:00.000Z","valor":1e+300},' +
      '{"ts":"1970-01-01T00:00:00.001Z","valor":-1.7976931348623157e-300},' +
      '{"ts":"1970-01-01T00:00:00.002Z","valor":0.1},'
  );
});

test('rows beyond the limit are left out, and lastMs is the time of the last written row', () => {
  expect(write([1, 2, 3], ['1', '2', '3'], 2)).toMatchObject({ count: 2, hasMore: true, lastMs: 2 });
});

test('no rows result in no text', () => {
  expect(write([], [])).toMatchObject({ count: 0, hasMore: false, text: '' });
});

test('several columns and non-ASCII labels are written in place', () => {
  const layout = { before: 'año,', labels: [',', ';'], after: '\r\n' };
  const { bytes } = writeRows({ originMs: 0, times: '0,1', values: ['10,20', '3,4'] }, layout, 9);
  expect(Buffer.from(bytes).toString('utf8')).toBe(
    'año,1970-01-01T00:00:00.000Z,10;3\r\naño,1970-01-01T00:00:00.001Z,20;4\r\n'
  );
});

test.each([1, 2, 5000])('a page filled by exactly %i rows has no more rows', (rows) => {
  const times = Array.from({ length: rows }, (_, i) => 1_700_000_000_000 + i * 61_001);
  const page = write(times, times.map(String), rows);
  expect(page).toMatchObject({ count: rows, hasMore: false, lastMs: times.at(-1) });
  expect(JSON.parse(`[${page.text.slice(0, -1)}]`)).toEqual(
    times.map((ms) => ({ ts: new Date(ms).toISOString(), valor: ms }))
  );
});

test('random rows and layouts are written as string concatenation would write them', () => {
  const number = fc
    .oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.nat({ max: 9 }))
    .map(String);
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const gaps = fc.array(fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: 200_000_000 })), { maxLength: 12 });
  fc.assert(
    fc.property(
      fc.record({ originMs: fc.nat({ max: 4_000_000_000_000 }), gaps, before: text, after: text }),
      fc.array(text, { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(number),
      ({ originMs, gaps, before, after }, labels, numbers) => {
        let sinceOriginMs = 0;
        const times = gaps.map((gapMs) => (sinceOriginMs += gapMs));
        const values = labels.map(() => times.map(() => String(numbers.next().value)));
        const columns = { originMs, times: times.join(','), values: values.map((column) => column.join(',')) };
        const { bytes } = writeRows(columns, { before, labels, after }, 5000);
        const expected = times.map((ms, row) => {
          const cells = labels.map((label, column) => `${label}${values[column]?.[row]}`);
          return `${before}${new Date(originMs + ms).toISOString()}${cells.join('')}${after}`;
        });
        expect(Buffer.from(bytes).toString()).toBe(Buffer.from(expected.join('')).toString());
      }
    ),
    cases(100)
  );
});

test.each(['', '[', '[[', 'a list with ñ: ['])(
  'rows are written between a lead (%j) and a tail in one buffer',
  (lead) => {
    const layout = { before: '"', labels: ['='], after: '",', lead, room: 20 };
    const close = (times: string, values: string) =>
      closeRows(writeRows({ originMs: 0, times, values: [values] }, layout, 5), ']é').toString();
    expect(close('0,1', '10,20')).toBe(`${lead}"1970-01-01T00:00:00.000Z=10","1970-01-01T00:00:00.001Z=20"]é`);
    expect(close('', '')).toBe(`${lead}]é`);
  }
);

test('a tail that does not fit is rejected, not truncated', () => {
  const layout = { before: '', labels: [''], after: ',', room: 0 };
  const rows = writeRows({ originMs: 0, times: '0', values: ['1'] }, layout, 5);
  expect(() => closeRows(rows, '.'.repeat(99))).toThrow('outside of buffer bounds');
});
