import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRequest, findOperation, OPERATIONS } from './operations';

it('writes instants and counts as the wire wants them, and leaves out what is undefined', () => {
  const desde = Date.UTC(2026, 2, 2, 12);
  expect(createRequest(OPERATIONS.alerts, { desde, estado: 'todas', limite: 1000, siguiente: undefined })).toEqual({
    path: 'v1/alertas',
    params: { desde: '2026-03-02T12:00:00.000Z', estado: 'todas', limite: '1000' },
  });
});

it.each([
  ['6a3c', 'v1/exportaciones/6a3c'],
  ['../lecturas?a=$&', 'v1/exportaciones/..%2Flecturas%3Fa%3D%24%26'],
])('an id never leaves its place in the path: %j', (id, expectedPath) => {
  expect(createRequest(OPERATIONS.export, { id })).toEqual({ path: expectedPath, params: {} });
});

it('has one operation for each path, and a place in the path for each segment', () => {
  const operations = Object.values(OPERATIONS);
  expect(new Set(operations.map((operation) => operation.path)).size).toBe(operations.length);
  for (const { path: template, params } of operations) {
    const segments = Object.entries<unknown>(params).flatMap(([name, form]) =>
      form === 'segment' ? [`{${name}}`] : []
    );
    expect(template.match(/\{.*?\}/g) ?? []).toEqual(segments);
  }
});

it.each([
  ['v1/lecturas', OPERATIONS.history],
  ['v1/exportaciones', OPERATIONS.exports],
  ['v1/exportaciones/6a3c', undefined],
  ['v1/lecturas.datos', undefined],
  [undefined, undefined],
])('finds the operation of %j', (errorPath, operation) => {
  expect(findOperation(errorPath)).toBe(operation);
});

it('is the table that the tests of the backend use', () => {
  const file = path.join(__dirname, '../../../pkg/telemetry/testdata/operations.json');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(OPERATIONS);
});
