import type { FastifyReply } from 'fastify';

/**
 * Calls a function once, when the response was sent or its client disconnected.
 * The `close` of the response alone does not suffice: Node.js never emits it for a response that waits on its connection behind
 * another one (HTTP pipelining) when the connection closes, and what the response holds would never be released.
 */
export function whenClosed(reply: FastifyReply, release: () => void): void {
  const { socket } = reply.request.raw;
  if (socket.destroyed) {
    release();
    return;
  }
  let isReleased = false;
  const close = () => {
    reply.raw.off('close', close);
    socket.off('close', close);
    // A socket that closes emits both events, the second to listeners that were removed during the first.
    if (!isReleased) {
      isReleased = true;
      release();
    }
  };
  // A listener for each pipelined request is no leak.
  socket.setMaxListeners(0);
  reply.raw.on('close', close);
  socket.on('close', close);
}
