import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { batchValueAt } from '../../support/batches.ts';
import type { PlannedRequest } from './loadJob.ts';

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

/** What decides, besides the request, which answer is correct. */
export interface ClientState {
  /** Connections of the key. */
  readonly connections: number;
  /** API_MAX_CONCURRENT_PER_KEY */
  readonly maxConcurrentPerKey: number;
  /** Rows of the same request that an earlier answer had. */
  readonly rowsBefore: number;
}

/** The codes that mean "later" by status. */
const REJECTIONS: Readonly<Record<number, readonly string[]>> = {
  429: ['demasiadas_solicitudes'],
  503: ['servidor_ocupado', 'base_no_disponible'],
};

/** Compares an answer with what the request must return, or with what a correct rejection is. */
export function classifyResponse(request: PlannedRequest, answer: HttpAnswer, client: ClientState): ResponseClass {
  const { status, headers, body } = answer;
  if (status !== 304 && headers['content-length'] === undefined) {
    return wrong(`${status} without Content-Length`);
  }
  if (REJECTIONS[status] !== undefined) {
    return classifyRejection(answer, client);
  }
  if (request.status >= 400) {
    const { codigo } = problemOf(answer) ?? {};
    const isExpected = status === request.status && codigo === request.code;
    return isExpected
      ? { kind: 'answered' }
      : wrong(`${status} ${codigo} instead of ${request.status} ${request.code}`);
  }
  if (status === 304) {
    return headers.etag === request.etag ? { kind: 'answered' } : wrong('304 with another ETag');
  }
  if (status !== 200) {
    return wrong(`${status} ${problemOf(answer)?.codigo ?? 'without a problem document'}`);
  }
  const isCompressed = headers['content-encoding'] === 'gzip';
  const text = isCompressed ? gunzipSync(body) : body;
  if (request.liveTagId !== undefined) {
    return classifyLiveRows(text.toString(), request.liveTagId, client.rowsBefore);
  }
  if (headers.etag !== request.etag) {
    return wrong('200 with another ETag');
  }
  return sha1Of(text) === request.sha1 ? { kind: 'answered' } : wrong('200 with another body');
}

/** Rows in a page; 0 for other answers. */
export function rowsOf({ body }: HttpAnswer): number {
  return body.toString('latin1').split('"ts":').length - 1;
}

export function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('base64');
}

function classifyRejection(answer: HttpAnswer, { connections, maxConcurrentPerKey }: ClientState): ResponseClass {
  const { status, headers } = answer;
  const problem = problemOf(answer);
  const codigo = problem?.codigo ?? '';
  if (problem?.status !== status || REJECTIONS[status]?.includes(codigo) !== true) {
    return wrong(`${status} ${codigo || 'without a problem document'}`);
  }
  const retryAfter = headers['retry-after'] ?? '';
  if (!/^[1-9]\d*$/.test(retryAfter) || problem.reintentarEnSegundos !== Number(retryAfter)) {
    return wrong(`${status} with Retry-After "${retryAfter}" and ${problem.reintentarEnSegundos} in its body`);
  }
  // Too many requests of a key are either more in a time than its bucket has, or more at a time than its share.
  const isBucketEmpty = headers.ratelimit?.includes('r=0;') === true;
  if (status === 429 && !isBucketEmpty && connections <= maxConcurrentPerKey) {
    return wrong('429 to a key that is within its limits');
  }
  return { kind: 'rejected', code: `${status} ${codigo}`, retryAfterS: Number(retryAfter) };
}

/** A page of readings that are being imported: each row as it was sent, none twice, and none gone that was there before. */
function classifyLiveRows(text: string, tagId: number, rowsBefore: number): ResponseClass {
  const { datos } = JSON.parse(text) as {
    readonly datos: ReadonlyArray<{ readonly ts: string; readonly valor: number }>;
  };
  const times = datos.map(({ ts }) => Date.parse(ts));
  if (datos.some(({ valor }, i) => valor !== batchValueAt(tagId, times[i] ?? 0))) {
    return wrong('200 with another value of an imported reading');
  }
  if (times.some((ts, i) => i > 0 && ts <= (times[i - 1] ?? 0))) {
    return wrong('200 with imported readings that are out of order');
  }
  return times.length < rowsBefore ? wrong('200 without imported readings that it had before') : { kind: 'answered' };
}

interface ProblemBody {
  readonly status: number;
  readonly codigo: string;
  readonly reintentarEnSegundos?: number;
}

function problemOf({ headers, body }: HttpAnswer): ProblemBody | undefined {
  const isProblem = headers['content-type']?.startsWith('application/problem+json') === true;
  return isProblem ? (JSON.parse(body.toString()) as ProblemBody) : undefined;
}

function wrong(why: string): ResponseClass {
  return { kind: 'wrong', why };
}
