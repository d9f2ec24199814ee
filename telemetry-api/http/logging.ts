import type { FastifyServerOptions } from 'fastify';

interface LineSink {
  write(line: string): void;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Masks the keys that a client put into a path or a parameter by mistake. */
export function maskKeys(text: string): string {
  return text.replace(/t\w{2}_live_[\w%~.-]*/gi, 't…_live_…');
}

/**
 * JSON lines. Only the method and path of a request are logged: the query may contain the signature of a download link, and headers
 * contain the key.
 */
export function loggerOptions(level: LogLevel, stream: LineSink): FastifyServerOptions['logger'] {
  return {
    level,
    stream,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: maskKeys(request.url.split('?')[0] ?? ''),
        remoteAddress: request.ip,
      }),
    },
  };
}
