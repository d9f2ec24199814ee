import type { FastifyReply, FastifyRequest } from 'fastify';
import { isConnectionError, isStatementTimeout } from '../../store/database/databaseErrors.ts';
import { Problem } from './problem.ts';

const RETRY_AFTER_S = '2';

/** Answers any error with a problem that reveals no internals. The details go to the log. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  // Of a statement that took too long, the line of slow requests says more.
  if (problem.status >= 500 && problem.code !== 'tiempo_agotado') {
    // An intended rejection is not a failure: as a warning, it does not fill the error log of a server under load.
    request.log[error instanceof Problem ? 'warn' : 'error'](
      { err: error, route: request.routeOptions.url },
      problem.code
    );
  }
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem.toBody()));
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) {
    return error;
  }
  if (isStatementTimeout(error)) {
    return new Problem('tiempo_agotado', 'La consulta tardó más de lo permitido. Pida un rango o una página menores.');
  }
  if (isConnectionError(error)) {
    return new Problem(
      'base_no_disponible',
      'La base de datos no responde por ahora. Intente de nuevo en unos segundos.',
      {
        headers: { 'retry-after': RETRY_AFTER_S },
      }
    );
  }
  // Requests that Fastify itself rejects: a URL that cannot be decoded, a path segment that is too long.
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    return new Problem('solicitud_invalida', 'La solicitud no se puede leer: revise la dirección y las cabeceras.');
  }
  return new Problem('error_interno', 'Ocurrió un error en el servidor. El registro del servidor tiene los detalles.');
}
