import type { FastifyServerOptions } from 'fastify';
import { errorCode } from '../errorCode.ts';
import type { RepeatedErrors } from './repeatedErrors.ts';

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
 * @param repeatedErrors counts the lines of an error that differ in nothing but time and request
 */
export function loggerOptions(
  level: LogLevel,
  stream: LineSink,
  repeatedErrors: RepeatedErrors
): FastifyServerOptions['logger'] {
  return {
    level,
    stream,
    hooks: {
      logMethod(line, write, level) {
        if (isNew(line, level, repeatedErrors, (members, message) => write.call(this, members, message))) {
          write.apply(this, line);
        }
      },
    },
    serializers: {
      req: (request) => ({
        method: request.method,
        path: maskKeys(request.url.split('?')[0] ?? ''),
        remoteAddress: request.ip,
      }),
    },
  };
}

/**
 * Whether a line has to be logged: it is no error, or the first of its kind.
 * @param writeCount logs the count of the lines that followed it
 */
function isNew(
  [members, message]: readonly unknown[],
  level: number,
  repeatedErrors: RepeatedErrors,
  writeCount: (members: object, message: string) => void
): boolean {
  if (!hasError(members)) {
    return true;
  }
  const { err, ...where } = members;
  const what = { ...where, code: errorCode(err), error: err.message };
  return repeatedErrors.isFirst(JSON.stringify([level, message, what]), (repeated) =>
    writeCount({ ...what, repeated }, String(message))
  );
}

// By its members, because Jest's errors come from another realm.
function hasError(members: unknown): members is { readonly err: { readonly message: string } } {
  const err = typeof members === 'object' && members !== null && 'err' in members ? members.err : undefined;
  return typeof err === 'object' && err !== null && 'message' in err;
}
