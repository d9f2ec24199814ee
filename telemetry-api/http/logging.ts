import type { FastifyServerOptions } from 'fastify';

interface LineSink {
  write(line: string): void;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines. Only the method and path of a request are logged: the query may contain the signature of a download link, and headers
 * contain the key. A key that a client put into the path by mistake is masked.
 */
export function loggerOptions(level: LogLevel, stream: LineSink): FastifyServerOptions['logger'] {
  return {
    level,
    stream,
    serializers: {
      req: (request) => ({
        method: request.method,
        path: request.url.split('?')[0]?.replace(/t\w{2}_live_[\w%~.-]*/gi, 't…_live_…'),
        remoteAddress: request.ip,
      }),
    },
  };
}
