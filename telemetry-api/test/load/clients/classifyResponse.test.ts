import { gzipSync } from 'node:zlib';
import { BATCH_STEP_MS, BATCHES_FROM_MS, batchValueAt } from '../../support/batches.ts';
import { classifyResponse, type HttpAnswer, sha1Of } from './classifyResponse.ts';
import type { PlannedRequest } from './loadJob.ts';

const BODY = '{"datos":[],"siguiente":null}';
const PAGE: PlannedRequest = {
  kind: 'raw',
  path: '/v1/lecturas',
  status: 200,
  etag: 'W/"a"',
  sha1: sha1Of(Buffer.from(BODY)),
};
const INVALID: PlannedRequest = { kind: 'invalid', path: '/v1/lecturas', status: 404, code: 'tag_no_encontrado' };
const LIVE: PlannedRequest = { kind: 'live', path: '/v1/lecturas', status: 200, liveTagId: 3 };
const USUAL = { connections: 2, maxConcurrentPerKey: 10, rowsBefore: 0 };

function answer(status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { 'content-length': String(body.length), ...headers }, body: Buffer.from(body) };
}

function problem(status: number, codigo: string, retryAfter = '1', more: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify({ status, codigo, reintentarEnSegundos: Number(retryAfter) });
  return answer(status, body, { 'content-type': 'application/problem+json', 'retry-after': retryAfter, ...more });
}

function livePage(rows: ReadonlyArray<readonly [step: number, error?: number]>): HttpAnswer {
  const datos = rows.map(([step, error = 0]) => {
    const ts = BATCHES_FROM_MS + step * BATCH_STEP_MS;
    return { ts: new Date(ts).toISOString(), valor: batchValueAt(3, ts) + error };
  });
  return answer(200, JSON.stringify({ datos }));
}

test.each<[string, PlannedRequest, HttpAnswer]>([
  ['the planned page', PAGE, answer(200, BODY, { etag: 'W/"a"' })],
  ['the planned page, compressed', PAGE, answer(200, gzipSync(BODY), { etag: 'W/"a"', 'content-encoding': 'gzip' })],
  ['304 with the ETag', PAGE, answer(304, '', { etag: 'W/"a"' })],
  ['the planned error', INVALID, problem(404, 'tag_no_encontrado')],
  ['imported rows', LIVE, livePage([[0], [2]])],
])('%s is an answer', (_, request, given) => {
  expect(classifyResponse(request, given, USUAL)).toEqual({ kind: 'answered' });
});

test.each<[string, PlannedRequest, HttpAnswer]>([
  ['500', PAGE, problem(500, 'error_interno')],
  ['a page without a length', PAGE, { ...answer(200, BODY), headers: { etag: 'W/"a"' } }],
  ['another ETag', PAGE, answer(200, BODY, { etag: 'W/"b"' })],
  ['304 with another ETag', PAGE, answer(304, '', { etag: 'W/"b"' })],
  ['another body with the same ETag', PAGE, answer(200, `${BODY} `, { etag: 'W/"a"' })],
  ['200 instead of an error', INVALID, answer(200, BODY)],
  ['another error', INVALID, problem(404, 'dispositivo_no_encontrado')],
  ['an error without a problem document', INVALID, answer(404, BODY)],
  ['503 without Retry-After', PAGE, problem(503, 'servidor_ocupado', '')],
  ['503 with Retry-After 0', PAGE, problem(503, 'servidor_ocupado', '0')],
  ['503 with a date', PAGE, problem(503, 'servidor_ocupado', 'Mon, 01 Jun 2026 00:00:00 GMT')],
  ['503 with another time in its body', PAGE, problem(503, 'servidor_ocupado', '1', { 'retry-after': '2' })],
  ['503 of a service that stops', PAGE, problem(503, 'servidor_deteniendose')],
  ['503 without a problem document', PAGE, answer(503, BODY, { 'retry-after': '1' })],
  ['429 with a quota left', PAGE, problem(429, 'demasiadas_solicitudes', '1', { ratelimit: '"clave";r=10;t=1' })],
  ['another value of an imported row', LIVE, livePage([[0], [1, 0.125]])],
  ['an imported row twice', LIVE, livePage([[0], [0]])],
])('%s is wrong', (_, request, given) => {
  expect(classifyResponse(request, given, USUAL)).toMatchObject({ kind: 'wrong' });
});

test('imported rows that were there before must not be missing', () => {
  expect(classifyResponse(LIVE, livePage([[0], [1]]), { ...USUAL, rowsBefore: 2 }).kind).toBe('answered');
  expect(classifyResponse(LIVE, livePage([[0]]), { ...USUAL, rowsBefore: 2 }).kind).toBe('wrong');
});

test('a 503, and a 429 of a key beyond one of its limits, is a rejection with a time', () => {
  expect(classifyResponse(PAGE, problem(503, 'base_no_disponible', '2'), USUAL)).toEqual({
    kind: 'rejected',
    code: '503 base_no_disponible',
    retryAfterS: 2,
  });
  const noQuota = problem(429, 'demasiadas_solicitudes', '1', { ratelimit: '"clave";r=0;t=1' });
  expect(classifyResponse(PAGE, noQuota, USUAL).kind).toBe('rejected');
  const quota = problem(429, 'demasiadas_solicitudes', '1', { ratelimit: '"clave";r=10;t=1' });
  expect(classifyResponse(PAGE, quota, { ...USUAL, connections: 11 }).kind).toBe('rejected');
});
