import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from './contentCoding.ts';

/** Smaller bodies fit into one packet with their head: nothing to gain. */
const WORTH_COMPRESSING_BYTES = 1400;
const COMPRESSIBLE = /^(application\/(problem\+)?json|text\/(html|plain))/;

/**
 * The last that happens to a body, as an onSend hook: a tag to ask by whether it has changed, then compression.
 * Streams (the files of exports) and empty bodies go as they are.
 */
export function sendBody(isCompressing: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      return payload;
    }
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const { permission } = request.routeOptions.config;
    if (permission !== undefined && reply.statusCode === 200) {
      // A route may know its body by less than all of it.
      const etag = reply.getHeader('etag')?.toString() ?? tagOf(body);
      // The past may still change, by late readings and corrections: an answer may be kept, but has to be asked about each time.
      void reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (isSame(request.headers['if-none-match'], etag)) {
        void reply.code(304).removeHeader('content-type');
        return undefined;
      }
    }
    if (!isCompressing || !COMPRESSIBLE.test(String(reply.getHeader('content-type')))) {
      return payload;
    }
    void reply.header('vary', 'Accept-Encoding');
    const coding = request.method === 'HEAD' ? undefined : chooseCoding(request.headers['accept-encoding']?.toString());
    if (coding === undefined || body.length < WORTH_COMPRESSING_BYTES) {
      return payload;
    }
    void reply.header('content-encoding', coding.name).removeHeader('content-length');
    return coding.encode(body);
  };
}

/** A weak tag: the same for every content coding of the body. */
function tagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/** Compares as RFC 9110 wants it for GET: weakly, any of a list, and `*` for whatever there is. */
function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  const opaque = etag.slice(2);
  return ifNoneMatch.split(',').some((one) => ['*', opaque, etag].includes(one.trim()));
}
