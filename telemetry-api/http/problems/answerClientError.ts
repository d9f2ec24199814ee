import type { Socket } from 'node:net';
import { errorCode } from '../../errorCode.ts';
import { Problem } from './problem.ts';

const STATUS_LINES: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers connections that never became a request: invalid HTTP, headers over 16 KiB, or an incomplete request. */
export function answerClientError(error: unknown, socket: Socket): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_LINES[code] ?? '400 Bad Request';
  const problem = new Problem(
    'solicitud_invalida',
    'La solicitud no se puede leer: revise la dirección y las cabeceras.'
  );
  const body = JSON.stringify({ ...problem.toBody(), status: Number.parseInt(statusLine, 10) });
  socket.end(
    `HTTP/1.1 ${statusLine}\r\nContent-Type: application/problem+json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
  );
}
