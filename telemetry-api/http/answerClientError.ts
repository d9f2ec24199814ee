import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../errorCode.ts';
import { Problem } from './problems/problem.ts';
import { methodNotAllowed } from './rejectOtherMethods.ts';
import { requestId } from './requestId.ts';

/** Statuses of invalid requests other than 400, by the error code of Node.js. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers connections that never became a request: invalid HTTP, headers over 16 KiB, or an incomplete request. */
export function answerClientError(error: unknown, socket: Duplex): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(
    'solicitud_invalida',
    'La solicitud no se puede leer: revise la dirección y las cabeceras.'
  );
  endWith(socket, problem, STATUSES[code] ?? 400);
}

/** Answers CONNECT, for which Node.js makes no response. */
export function answerConnect(_request: IncomingMessage, socket: Duplex): void {
  endWith(socket, methodNotAllowed('CONNECT'), 405);
}

/** Answers a request that expects something else than `100-continue`. */
export function answerExpectation(request: IncomingMessage, response: ServerResponse): void {
  const problem = new Problem('solicitud_invalida', 'La cabecera Expect solo puede ser 100-continue.');
  const { headers, body } = describe(problem, 417, requestId(request));
  response.writeHead(417, headers).end(body);
}

function endWith(socket: Duplex, problem: Problem, status: number): void {
  const { headers, body } = describe(problem, status, randomUUID());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

function describe(problem: Problem, status: number, id: string): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ ...problem.toBody(), status });
  const headers = {
    ...problem.headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': id,
    connection: 'close',
  };
  return { headers, body };
}
