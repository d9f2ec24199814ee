import type { FastifyReply } from 'fastify';
import { Problem } from './problem.ts';

/** A bounded number of requests that may run at once. Those beyond are refused at once: a queue would only make all of them late. */
export class ConcurrencyLimit {
  private readonly most: number;
  private used = 0;

  constructor(most: number) {
    this.most = most;
  }

  get taken(): number {
    return this.used;
  }

  /** Takes a place until the answer has been sent or the client has gone. @throws Problem 503 */
  take(reply: FastifyReply): void {
    if (this.used >= this.most) {
      throw new Problem('servidor_ocupado', 'El servidor atiende ya todas las solicitudes que admite a la vez.', {
        headers: { 'retry-after': '1' },
      });
    }
    this.used++;
    // `close` comes once in any case; `finish` would not come when the client goes away.
    reply.raw.once('close', () => this.used--);
  }
}
