import type { FastifyReply } from 'fastify';
import type { StartStopwatch } from '../../stopwatch.ts';
import { Problem } from '../problems/problem.ts';
import { TokenBuckets, type Rate } from './tokenBuckets.ts';

/** The policy name in the header fields of draft-ietf-httpapi-ratelimit-headers-10. */
const POLICY = '"clave"';

/** Limits the requests of each key and reports the remaining quota in every response. */
export class RateLimit {
  private readonly buckets: TokenBuckets | undefined;

  /** @param rate undefined for no limit and no header fields */
  constructor(rate: Rate | undefined, startStopwatch: StartStopwatch) {
    this.buckets = rate && new TokenBuckets(rate, startStopwatch);
  }

  /** Counts a request of a key. @throws Problem 429 */
  count(keyId: string, reply: FastifyReply): void {
    if (this.buckets === undefined) {
      return;
    }
    const { perS, burst } = this.buckets.rate;
    const { isAllowed, remaining, fullAfterS, retryAfterS } = this.buckets.take(keyId);
    void reply
      .header('ratelimit-policy', `${POLICY};q=${burst};w=${Math.ceil(burst / perS)}`)
      .header('ratelimit', `${POLICY};r=${remaining};t=${fullAfterS}`);
    if (!isAllowed) {
      throw new Problem(
        'demasiadas_solicitudes',
        `La clave de API admite ${perS} solicitudes por segundo, y ${burst} seguidas tras una pausa. Intente de nuevo en ${retryAfterS} s.`,
        { headers: { 'retry-after': String(retryAfterS) } }
      );
    }
  }
}
