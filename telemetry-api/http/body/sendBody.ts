import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from './contentCoding.ts';

/** Smaller bodies fit into one packet with their headers: compression gains nothing. */
const MIN_COMPRESSED_BYTES = 1400;
const COMPRESSIBLE = /^(application\/(problem\+)?json|text\/(html|plain))/;

/**
 * The last onSend hook: adds an ETag and answers conditional requests, then compresses the body.
 * Streams (export files) and empty bodies are sent unchanged.
 *
 * The plugins of Fastify lose documented behaviour. `@fastify/compress` 9.2 sends pages of 5,000 readings to 16 clients at half the rate
 * (brotli 0.52, gzip 0.49 of ours; 0.55 and 0.60 without its streams), leaves out Vary where it does not compress, and can send a coding
 * that the client refused. `@fastify/etag` 6.2 also turns errors into 304 and understands neither lists nor `*`.
 */
export function sendBody(isCompressing: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      return payload;
    }
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    const { permission } = request.routeOptions.config;
    const isCompressible = isCompressing && COMPRESSIBLE.test(String(reply.getHeader('content-type')));
    if (isCompressible) {
      void reply.header('vary', 'Accept-Encoding');
    }
    if (permission !== undefined && reply.statusCode === 200) {
      // Past data may still change by late readings and corrections: a response may be cached but has to be revalidated.
      void reply.header('cache-control', 'private, no-cache');
      if (!reply.hasHeader('etag')) {
        void reply.header('etag', etagOf(body));
      }
    }
    // A route may compute its ETag from less than the whole body, or send one without a permission.
    const etag = reply.getHeader('etag')?.toString();
    if (etag !== undefined && reply.statusCode === 200) {
      if (matchesEtag(request.headers['if-none-match'], etag)) {
        void reply
          .code(304)
          .removeHeader('content-type')
          .removeHeader('content-length')
          .removeHeader('content-encoding');
        // Not undefined, with which Fastify would go on with the body and send its length.
        return request.method === 'HEAD' ? withoutLength() : null;
      }
    }
    if (reply.hasHeader('content-encoding')) {
      // The route has compressed it.
      return payload;
    }
    const coding = isCompressible ? chooseCoding(request.headers['accept-encoding']?.toString()) : undefined;
    if (coding === undefined || body.length < MIN_COMPRESSED_BYTES) {
      return payload;
    }
    void reply.header('content-encoding', coding.name).removeHeader('content-length');
    return request.method === 'HEAD' ? withoutLength() : coding.encode(body);
  };
}

/**
 * The body of a HEAD response whose length is that of a body that was not made: of any other, Fastify would send its length (RFC 9110
 * requires the one of GET, or none).
 */
function withoutLength(): Readable {
  return Readable.from([]);
}

/** A weak ETag: the same for every content coding of the body. */
function etagOf(body: Buffer): string {
  return `W/"${createHash('sha1').update(body).digest('base64url')}"`;
}

/**
 * The comparison that RFC 9110 requires for GET: weak, with any tag of a list; `*` matches everything. Not by the package `fresh`: it
 * answers `Cache-Control: no-cache` with the whole body, and `fetch` adds that header to every request with If-None-Match.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) {
    return false;
  }
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(etag));
}
