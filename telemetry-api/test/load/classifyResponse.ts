import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** A page whose answer is known. */
export interface PlannedRequest {
  readonly kind: string;
  /** Path and query. */
  readonly path: string;
  readonly etag: string;
  /** Of the body. */
  readonly sha1: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type ResponseClass =
  | { readonly kind: 'answered' }
  /** A correct 429 or 503: the client may repeat the request after this time. */
  | { readonly kind: 'rejected'; readonly code: string; readonly retryAfterS: number }
  | { readonly kind: 'wrong'; readonly why: string };

/** The codes that mean "later" by status. */
const REJECTIONS: Readonly<Record<number, readonly string[]>> = {
  429: ['demasiadas_solicitudes'],
  503: ['servidor_ocupado', 'base_no_disponible'],
};

/**
 * Compares an answer with that of the service at rest, or with what a correct rejection is.
 * @param isGreedy the key has more connections than it may use
 */
export function classifyResponse(request: PlannedRequest, answer: HttpAnswer, isGreedy: boolean): ResponseClass {
  const { status, headers, body } = answer;
  if (status !== 304 && headers['content-length'] === undefined) {
    return wrong(`${status} without Content-Length`);
  }
  if (status !== 200 && status !== 304) {
    return classifyRejection(answer, isGreedy);
  }
  if (headers.etag !== request.etag) {
    return wrong(`${status} with another ETag`);
  }
  const page = headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
  return status === 304 || sha1Of(page) === request.sha1 ? { kind: 'answered' } : wrong('200 with another body');
}

export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64');
}

function classifyRejection({ status, headers, body }: HttpAnswer, isGreedy: boolean): ResponseClass {
  const isProblem = headers['content-type']?.startsWith('application/problem+json') === true;
  const problem = JSON.parse(isProblem ? body.toString() : '{}') as Readonly<Record<string, unknown>>;
  const code = `${status} ${problem.codigo ?? 'without a problem document'}`;
  if (problem.status !== status || REJECTIONS[status]?.includes(String(problem.codigo)) !== true) {
    return wrong(code);
  }
  const retryAfter = headers['retry-after'] ?? '';
  if (!/^[1-9]\d*$/.test(retryAfter) || problem.reintentarEnSegundos !== Number(retryAfter)) {
    return wrong(`${status} with Retry-After "${retryAfter}" and ${problem.reintentarEnSegundos} in its body`);
  }
  // Too many requests of a key are either more in a time than its bucket has, or more at a time than its share.
  if (status === 429 && headers.ratelimit?.includes('r=0;') !== true && !isGreedy) {
    return wrong('429 to a key that is within its limits');
  }
  return { kind: 'rejected', code, retryAfterS: Number(retryAfter) };
}

function wrong(why: string): ResponseClass {
  return { kind: 'wrong', why };
}
