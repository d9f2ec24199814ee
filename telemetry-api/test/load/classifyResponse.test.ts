import { gzipSync } from 'node:zlib';
import { classifyResponse, type HttpAnswer, sha1Of } from './classifyResponse.ts';

const BODY = '{"datos":[],"siguiente":null}';
const PAGE = { kind: 'crudo', path: '/v1/lecturas', etag: 'W/"a"', sha1: sha1Of(Buffer.from(BODY)) };

function answer(status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, headers: { 'content-length': String(body.length), ...headers }, body: Buffer.from(body) };
}

function problem(status: number, codigo: string, retryAfter = '1', more: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify({ status, codigo, reintentarEnSegundos: Number(retryAfter) });
  return answer(status, body, { 'content-type': 'application/problem+json', 'retry-after': retryAfter, ...more });
}

test.each<[string, HttpAnswer]>([
  ['answered', answer(200, gzipSync(BODY), { etag: 'W/"a"', 'content-encoding': 'gzip' })],
  ['answered', answer(304, '', { etag: 'W/"a"' })],
  ['rejected', problem(503, 'base_no_disponible', '2')],
  ['rejected', problem(429, 'demasiadas_solicitudes', '1', { ratelimit: '"clave";r=0;t=1' })],
  ['wrong', problem(500, 'error_interno')],
  ['wrong', { ...answer(200, BODY), headers: { etag: 'W/"a"' } }],
  ['wrong', answer(304, '', { etag: 'W/"b"' })],
  ['wrong', answer(200, `${BODY} `, { etag: 'W/"a"' })],
  ['wrong', problem(503, 'servidor_ocupado', '0')],
  ['wrong', problem(503, 'servidor_ocupado', '1', { 'retry-after': '2' })],
  ['wrong', problem(503, 'servidor_deteniendose')],
  ['wrong', answer(503, BODY, { 'retry-after': '1' })],
  ['wrong', problem(429, 'demasiadas_solicitudes', '1', { ratelimit: '"clave";r=10;t=1' })],
])('%s: %j', (kind, given) => {
  expect(classifyResponse(PAGE, given, false).kind).toBe(kind);
});
