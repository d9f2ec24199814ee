import type { FastifyServerOptions } from 'fastify';

interface LineSink {
  write(line: string): void;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines. A request is logged by its method and path alone: a query may hold the signature of a download link, headers hold the key;
 * and a key that somebody put into a path by mistake is not repeated.
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
