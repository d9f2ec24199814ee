import type { FastifyReply } from 'fastify';
import { Problem } from '../problems/problem.ts';

/** Limits how many requests run concurrently. Further requests are rejected immediately: a queue would only delay all of them. */
export class ConcurrencyLimit {
  private readonly maxConcurrent: number;
  private usedSlots = 0;

  constructor(maxConcurrent: number) {
    this.maxConcurrent = maxConcurrent;
  }

  get inFlight(): number {
    return this.usedSlots;
  }

  /** Holds a slot until the response was sent or the client disconnected. @throws Problem 503 */
  acquire(reply: FastifyReply): void {
    if (this.usedSlots >= this.maxConcurrent) {
      throw new Problem('servidor_ocupado', 'El servidor atiende ya todas las solicitudes que admite a la vez.', {
        headers: { 'retry-after': '1' },
      });
    }
    this.usedSlots++;
    // `close` is always emitted once; `finish` is not emitted if the client disconnects.
    reply.raw.once('close', () => this.usedSlots--);
  }
}
