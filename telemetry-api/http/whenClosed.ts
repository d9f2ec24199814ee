import type { FastifyReply } from 'fastify';

/** Calls a function once, when the response was sent or its client disconnected. */
export function whenClosed(reply: FastifyReply, release: () => void): void {
  if (reply.request.raw.socket.destroyed) {
    release();
  } else {
    // Node.js emits it for the response whose turn it is on its connection, and there is only one at a time (answerInTurn).
    reply.raw.once('close', release);
  }
}
