import { createServer, type RequestListener, type Server } from 'node:http';
import { answerConnect, answerExpectation } from '../answerClientError.ts';
import { answerInTurn } from './answerInTurn.ts';

/** The server under Fastify, with the limits of its connections. */
export function createHttpServer(handler: RequestListener): Server {
  const server = createServer(
    {
      // requestScopes rejects requests without it, with a problem document.
      requireHostHeader: false,
      maxHeaderSize: 16_384,
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 2000,
      keepAliveTimeout: 65_000,
    },
    handler
  );
  // Longer than the maximum statement timeout: a socket that is idle for this long is dead.
  server.setTimeout(60_000);
  server.on('checkExpectation', answerExpectation).on('connect', answerConnect);
  answerInTurn(server);
  return server;
}
