import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { JsonObject } from '../api/fields';
import { TelemetryError } from '../api/telemetryError';
import { cases } from '../../testSupport/fuzz';
import { decodeHistoryPage, decodeJsonRows } from './historyPage';
import { decodePageColumns } from './pageColumns';

const FOLDER = path.join(__dirname, '../../../pkg/telemetry/testdata');
const CASES = readJson('historyPageCases.json') as ReadonlyArray<{
  readonly name: string;
  readonly level: string;
  readonly body: string;
}>;
/** The same pages as the backend writes them, see pkg/telemetry. */
const PACKED = readJson('pageColumns.json') as Readonly<Record<string, string>>;

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));
}

const bytesOf = (name: string) => new Uint8Array(Buffer.from(PACKED[name]!, 'base64'));
const [FIRST = ''] = Object.keys(PACKED);

it.each(CASES.filter(({ name }) => name in PACKED).map((one) => [one.name, one] as const))(
  'reads the rows of %s as from JSON, to the last bit',
  (name, { level, body }) => {
    const { datos, ...rest } = JSON.parse(body) as JsonObject;
    const decoded = decodePageColumns(bytesOf(name));
    const isRaw = level === 'crudo';
    const expected = decodeJsonRows({ datos }, isRaw ? 'raw' : '1h');
    const requested = { device: 'D', tag: 't', level: isRaw ? 'raw' : '1h' } as const;
    const named = { dispositivo: 'D', tag: 't', nombre: 'N', unidad: 'u', intervalo: isRaw ? 'crudo' : '1h' };
    const page = decodeHistoryPage({ ...named, siguiente: null }, requested, 0, decoded.rows);
    expect(decoded.body).toEqual(rest);
    expect(page.receivedRows).toBe(expected.receivedRows);
    expect(page.unusableBuckets).toEqual(expected.unusableBuckets);
    // Object.is, so that -0 is not 0.
    expect(page.rows).toEqual(expected.rows);
    const received = expected.receivedRows - expected.emptyRows - expected.rows.timeEpochMs.length;
    expect(page.unusableRows).toBe(received);
  }
);

it('is as many pages as the decoder of JSON reads', () => {
  expect(Object.keys(PACKED).length).toBeGreaterThan(20);
});

it('rejects rows of another level', () => {
  const { rows } = decodePageColumns(bytesOf(FIRST));
  const level = rows.columnCount === 2 ? '1h' : 'raw';
  const requested = { device: 'D', tag: 't', level } as const;
  expect(() => decodeHistoryPage({}, requested, 0, rows)).toThrow(TelemetryError);
});

it('rejects another version, a page that is cut anywhere, and one that is longer', () => {
  const bytes = bytesOf(FIRST);
  expect(() => decodePageColumns(Uint8Array.from([2, ...bytes.subarray(1)]))).toThrow(TelemetryError);
  for (let length = 0; length < bytes.length; length++) {
    expect(() => decodePageColumns(bytes.subarray(0, length))).toThrow(TelemetryError);
  }
  expect(() => decodePageColumns(Uint8Array.from([...bytes, 0]))).toThrow(TelemetryError);
});

it('makes rows or an error of any bytes, and never more than there are bytes', () => {
  const names = Object.keys(PACKED);
  const changed = fc
    .tuple(fc.constantFrom(...names), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }))
    .map(([name, changes]) => {
      const bytes = bytesOf(name);
      changes.forEach(([at, value]) => (bytes[at % bytes.length] = value));
      return bytes;
    });
  const any = fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from([1, ...bytes]));
  fc.assert(
    fc.property(fc.oneof(changed, any), (bytes) => {
      try {
        const { rows } = decodePageColumns(bytes);
        expect(rows.columns.length + rows.unusableBuckets.length).toBeLessThanOrEqual(bytes.length);
      } catch (error) {
        expect(error).toBeInstanceOf(TelemetryError);
      }
    }),
    cases(2000)
  );
});
