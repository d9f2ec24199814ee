import type { FastifyRequest } from 'fastify';
import { Problem } from './problems/problem.ts';

const AUTHORITY = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Download links contain the host that the client requested, so it must be one: a name or an address, and a port if any.
 * RFC 9112 requires exactly one Host header; HTTP/1.0, which some health checks use, requires none.
 * @throws Problem 400
 */
export function rejectInvalidHost({ raw, host }: FastifyRequest): void {
  const given = raw.headersDistinct.host ?? [];
  if (given.length === 0 && raw.httpVersion === '1.0') {
    return;
  }
  // `host` is that of a trusted proxy, if there is one (API_TRUST_PROXY).
  if (given.length !== 1 || ![given[0] ?? '', host].every(isAuthority)) {
    throw invalidHost();
  }
}

/** The base of links to this server, as the client requested it. @throws Problem 400 if the client did not say how */
export function requestedOrigin({ protocol, host }: FastifyRequest): string {
  if (host === '') {
    throw invalidHost();
  }
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}

function invalidHost(): Problem {
  return new Problem(
    'solicitud_invalida',
    'La cabecera Host debe aparecer una vez y tener la forma nombre o nombre:puerto.'
  );
}

function isAuthority(text: string): boolean {
  return AUTHORITY.test(text) && URL.canParse(`http://${text}`);
}
