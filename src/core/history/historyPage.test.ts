import { singleSeriesData } from '../../testSupport/specServer/specData';
import { createTestClient, testContext } from '../../testSupport/testClient';
import type { Level } from '../time/step';
import { decodeHistoryPage, fetchHistoryPage } from './historyPage';

const AS_OF = Date.UTC(2026, 2, 3);
const TS = '2026-03-02T12:00:00Z';
const AT = Date.UTC(2026, 2, 2, 12);
const BUCKET = { ts: TS, avg: 2, min: 1, max: 3, n: 4 };

function decode(body: unknown, level: Level) {
  return decodeHistoryPage(body, { device: 'PUMP-1', tag: 'pressure', level }, AS_OF);
}

function page(change: Record<string, unknown>) {
  return { nombre: 'Pressure', unidad: 'bar', datos: [], siguiente: null, ...change };
}

it('requests the pages of readings and of buckets as the specification has them', async () => {
  const { client, server } = createTestClient(singleSeriesData([]));
  const window = { fromEpochMs: AT, toEpochMs: AT + 3_600_000 };
  const query = { device: 'PUMP-1', tag: 'pressure', ...window, limit: 5000, cursor: undefined };
  await fetchHistoryPage(client, { ...query, level: 'raw' }, testContext());
  await fetchHistoryPage(client, { ...query, level: '1h', limit: 7 }, testContext());
  const span = { desde: '2026-03-02T12:00:00.000Z', hasta: '2026-03-02T13:00:00.000Z' };
  const series = { dispositivo: 'PUMP-1', tag: 'pressure' };
  expect(server.requests).toEqual([
    { path: 'v1/lecturas', params: { ...series, ...span, intervalo: 'crudo', limite: '5000' }, group: 'test' },
    { path: 'v1/lecturas', params: { ...series, ...span, intervalo: '1h', limite: '7' }, group: 'test' },
  ]);
});

it('decodes a page of readings', () => {
  const { rows, ...rest } = decode(page({ intervalo: 'crudo', datos: [{ ts: TS, valor: 5 }] }), 'raw');
  expect(rest).toEqual({
    name: 'Pressure',
    unit: 'bar',
    receivedRows: 1,
    unusableRows: 0,
    nextCursor: undefined,
    unusableBuckets: [],
    asOfEpochMs: AS_OF,
  });
  expect(Object.values(rows).map((column: Float64Array) => Array.from(column))).toEqual([[AT], [5], [5], [5], [1]]);
});

it('decodes a page of buckets', () => {
  const { rows } = decode(page({ intervalo: '1h', datos: [BUCKET] }), '1h');
  expect(Object.values(rows).map((column: Float64Array) => Array.from(column))).toEqual([[AT], [2], [1], [3], [4]]);
});

it.each<[string, unknown, Level, string]>([
  ['null', null, '1h', 'v1/lecturas: expected an object, found null'],
  ['a text', '<html>', '1h', 'v1/lecturas: expected an object, found "<html>"'],
  ['a list', [], '1h', 'v1/lecturas: expected an object, found []'],
  ['an empty response', undefined, '1h', 'v1/lecturas: expected an object, found nothing'],
  ['a page without data', {}, '1h', 'v1/lecturas.datos: expected an array, found nothing'],
  ['data of the wrong type', page({ datos: {} }), '1h', 'v1/lecturas.datos: expected an array, found {}'],
  [
    'a level that was not requested',
    page({ intervalo: '1m' }),
    '1h',
    'v1/lecturas.intervalo: expected "1h" as requested, found "1m"',
  ],
  [
    'another device',
    page({ dispositivo: 'PUMP-2', tag: 'pressure' }),
    '1h',
    'v1/lecturas.dispositivo: expected "PUMP-1" as requested, found "PUMP-2"',
  ],
  ['another tag', page({ tag: 'flow' }), '1h', 'v1/lecturas.tag: expected "pressure" as requested, found "flow"'],
  ['a cursor of the wrong type', page({ siguiente: {} }), '1h', 'v1/lecturas.siguiente: expected a text, found {}'],
])('rejects %s and names the field', (_, body, level, message) => {
  expect(() => decode(body, level)).toThrow(`malformed: ${message}`);
});

it.each<[unknown, string | undefined]>([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['abc', 'abc'],
  [17, '17'],
])('decodes siguiente %j as the cursor %j', (siguiente, nextCursor) => {
  expect(decode(page({ siguiente }), 'raw').nextCursor).toBe(nextCursor);
});

it.each<[string, unknown]>([
  ['no time', { ...BUCKET, ts: undefined }],
  ['a time that does not exist', { ...BUCKET, ts: '2026-02-30T00:00:00Z' }],
  ['a number as its time', { ...BUCKET, ts: AT }],
  ['no average', { ...BUCKET, avg: null }],
  ['a text that is no number as its average', { ...BUCKET, avg: '2 bar' }],
  ['no minimum', { ...BUCKET, min: undefined }],
  ['NaN as its maximum', { ...BUCKET, max: NaN }],
  ['an infinite number', { ...BUCKET, max: Infinity }],
  ['a list instead of an object', [TS, 1]],
  ['a text instead of an object', 'row'],
  ['null instead of an object', null],
])('skips a row with %s and keeps the rest of the page', (_, row) => {
  const { rows, receivedRows, unusableRows } = decode(page({ datos: [BUCKET, row, BUCKET] }), '1h');
  expect([rows.avg.length, receivedRows, unusableRows]).toEqual([2, 3, 1]);
});

it('treats a bucket without readings as an absent bucket', () => {
  const empty = { ts: TS, avg: null, min: null, max: null, n: 0 };
  const { rows, receivedRows, unusableRows } = decode(page({ datos: [empty, BUCKET] }), '1h');
  expect([rows.avg.length, receivedRows, unusableRows]).toEqual([1, 2, 0]);
});

it.each([[undefined], [null], ['four'], [-1], [1.5], [2 ** 53], [{}]])('treats a count of %j as unknown', (n) => {
  const { rows } = decode(page({ datos: [{ ...BUCKET, n }] }), '1h');
  expect(Array.from(rows.n)).toEqual([NaN]);
});

it.each([
  [{ nombre: null, unidad: undefined }, '', ''],
  [{ nombre: 7, unidad: ['bar'] }, '7', ''],
])('accepts a missing name and unit: %j', (change, name, unit) => {
  expect(decode(page(change), '1h')).toMatchObject({ name, unit });
});

it('names deeply nested JSON in the place of a page', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
  expect(() => decode(deep, 'raw')).toThrow('expected an object, found deeply nested JSON');
});
