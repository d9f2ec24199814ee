import fc from 'fast-check';
import { FUZZ, FUZZ_TIMEOUT_MS } from '../test/support/fuzz.ts';
import { alertFields, alertRow } from './alerts/alertRow.ts';
import type { Field } from './file/columns.ts';
import { openRows } from './file/openRows.ts';
import type { RawRow } from './file/rawRow.ts';
import { DEVICE_FIELDS, deviceRow } from './inventory/deviceRow.ts';
import { readingFields, readingRow } from './readings/readingRow.ts';
import { parseNumber } from './values/parseNumber.ts';
import { InputError } from './values/importErrors.ts';
import { timestampParser } from './values/timestampParser.ts';

jest.setTimeout(FUZZ_TIMEOUT_MS);

const READING_FIELDS = readingFields({});
const ALERT_FIELDS = alertFields({});
const WIDE_FIELDS = readingFields({ device: 'CMP-01', tagPerColumn: true });
const FORMATS = ['iso', 'epoch-s', 'epoch-ms', 'dd/MM/yyyy HH:mm:ss', 'yyyyMMdd'];
const ZONES = [undefined, 'Europe/Madrid', 'America/Sao_Paulo', 'Asia/Kathmandu'];

/** Cells as historians write them, and what nobody should. */
const cell = fc.oneof(
  fc.constantFrom(
    'CMP-01',
    'temperature',
    '2026-03-02T12:00:00Z',
    '02/03/2026 12:00:00',
    '1772452800',
    '21,5',
    '21.5',
    '-0',
    'Bad',
    '192'
  ),
  fc.constantFrom(
    '',
    '"',
    '""',
    '"a',
    'a"b',
    '1e999',
    'NaN',
    'Infinity',
    '9'.repeat(400),
    '\u0000',
    '\uFEFF',
    '=1+1',
    '{',
    '[',
    'null'
  ),
  fc.double().map(String),
  fc.string({ unit: 'binary', maxLength: 12 })
);
const header = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'device,tag,timestamp,value',
      'dispositivo;tag;ts;valor',
      'time\tvalue\tquality',
      'sep=;'
    ),
  },
  { weight: 1, arbitrary: fc.array(cell, { maxLength: 5 }).map((cells) => cells.join(',')) }
);
const csv = fc
  .tuple(
    header,
    fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 6 }),
    fc.constantFrom(',', ';', '\t'),
    fc.constantFrom('\n', '\r\n')
  )
  .map(([first, rows, delimiter, end]) => [first, ...rows.map((cells) => cells.join(delimiter))].join(end));
const ndjson = fc
  .array(
    fc.oneof(
      fc.dictionary(
        fc.constantFrom('device', 'tag', 'timestamp', 'value', 'ts', 'x', 'quality', 'toString'),
        fc.oneof(cell, fc.jsonValue({ maxDepth: 1 }))
      ),
      fc.jsonValue()
    ),
    { minLength: 1, maxLength: 6 }
  )
  .map((items) => items.map((item) => JSON.stringify(item)).join('\n'));
const file = fc.oneof(
  csv.map((text) => Buffer.from(text)),
  ndjson.map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
);

/** The rows of a file that arrives in pieces; undefined if the file itself is rejected. */
async function rowsOf(bytes: Buffer, cut: number, fields: readonly Field[]): Promise<RawRow[] | undefined> {
  async function* pieces() {
    const at = bytes.length === 0 ? 0 : cut % bytes.length;
    yield bytes.subarray(0, at);
    yield bytes.subarray(at);
  }
  try {
    const { rows } = await openRows(pieces(), fields, { encoding: 'utf-8' });
    const found: RawRow[] = [];
    for await (const batch of rows) {
      found.push(...batch);
    }
    return found;
  } catch (error) {
    if (error instanceof InputError && error.message !== '') {
      return undefined;
    }
    throw error;
  }
}

const isError = (value: unknown): value is { reason: string; detail: string } =>
  typeof value === 'object' && value !== null && 'reason' in value;

function numbersIn(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(numbersIn)
    : [value].filter((one) => typeof one === 'number');
}

test.each<[name: string, fields: readonly Field[], parse: (row: RawRow) => object]>([
  [
    'readings',
    READING_FIELDS,
    readingRow({
      fields: READING_FIELDS,
      decimalComma: true,
      minQuality: 'uncertain',
      parseTimestamp: timestampParser({ format: 'iso', zone: 'Europe/Madrid', repeatedHour: 'earlier' }),
    }),
  ],
  [
    'a column per tag',
    WIDE_FIELDS,
    readingRow({
      fields: WIDE_FIELDS,
      decimalComma: false,
      minQuality: 'good',
      parseTimestamp: timestampParser({ format: 'iso', zone: 'Europe/Madrid', repeatedHour: 'order' }),
    }),
  ],
  ['devices', DEVICE_FIELDS, deviceRow],
  [
    'alerts',
    ALERT_FIELDS,
    alertRow({
      fields: ALERT_FIELDS,
      decimalComma: false,
      parseTimestamp: timestampParser({ format: 'iso', repeatedHour: 'reject' }),
      now: Date.now,
      onUnreachedEnd: () => undefined,
    }),
  ],
])('every row of any file of %s is read, or rejected with its line and a reason', async (_, fields, parse) => {
  await fc.assert(
    fc.asyncProperty(file, fc.nat(), async (bytes, cut) => {
      const whole = await rowsOf(bytes, 0, fields);
      const pieces = await rowsOf(bytes, cut, fields);
      // Where the file is cut into pieces makes no difference.
      expect(pieces).toEqual(whole);
      const lines = bytes.toString('utf8').split('\n').length;
      for (const row of whole ?? []) {
        expect(row.line).toBeGreaterThan(0);
        expect(row.line).toBeLessThanOrEqual(lines);
        const parsed = row.error ?? parse(row);
        if (isError(parsed)) {
          expect(parsed.reason).not.toBe('');
          expect(parsed.detail).not.toBe('');
        } else {
          expect(numbersIn(parsed).every(Number.isFinite)).toBe(true);
        }
      }
    }),
    FUZZ
  );
});

test('any text is an instant that can be stored, or an error with a reason', () => {
  const digits = fc.stringMatching(
    /^\d{1,4}[-/]?\d{1,2}[-/]?\d{1,4}[T ]?(\d{1,2}:\d{1,2}(:\d{1,2})?(\.\d{1,10})?)?(Z|[+-]\d{2}:?\d{2})?$/
  );
  fc.assert(
    fc.property(
      fc.oneof(digits, fc.double().map(String), fc.string({ unit: 'binary' })),
      fc.constantFrom(...FORMATS),
      fc.constantFrom(...ZONES),
      fc.constantFrom('earlier', 'later', 'reject'),
      (text, format, zone, repeatedHour) => {
        const parsed = timestampParser({ format, zone, repeatedHour })(text);
        if (isError(parsed)) {
          expect(parsed.reason).not.toBe('');
        } else {
          expect(Number.isInteger(parsed)).toBe(true);
          expect(new Date(parsed as number).getUTCFullYear()).toBeGreaterThanOrEqual(1970);
          expect(new Date(parsed as number).getUTCFullYear()).toBeLessThanOrEqual(2199);
        }
      }
    ),
    FUZZ
  );
});

test('any text is a number that can be stored, or an error with a reason', () => {
  fc.assert(
    fc.property(
      fc.oneof(cell, fc.stringMatching(/^[-+]?\d{0,5}([.,]\d{0,3}){0,3}(e[-+]?\d{1,4})?$/)),
      fc.boolean(),
      (text, comma) => {
        const parsed = parseNumber(text, comma);
        if (isError(parsed)) {
          expect(parsed.reason).not.toBe('');
        } else {
          expect(Math.abs(parsed as number)).toBeLessThanOrEqual(1e300);
        }
      }
    ),
    FUZZ
  );
});
