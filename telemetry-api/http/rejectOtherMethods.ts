import { METHODS } from 'node:http';
import type { App } from './appType.ts';
import { Problem } from './problems/problem.ts';

const ALLOWED = ['GET', 'HEAD', 'OPTIONS'];
const ALLOW = ALLOWED.join(', ');

export function methodNotAllowed(method: string): Problem {
  return new Problem('metodo_no_permitido', `${method} no está disponible aquí; solo ${ALLOW}.`, {
    headers: { allow: ALLOW },
  });
}

/** Without this, Fastify answers rare methods such as PROPFIND as if the path did not exist. */
export function routeAllMethods(app: App): void {
  METHODS.filter((method) => !app.supportedMethods.includes(method)).forEach((method) => app.addHttpMethod(method));
}

/** The API is read-only: OPTIONS is answered with 204 and the allowed methods, any other method with 405. Fastify adds HEAD to GET. */
export function rejectOtherMethods(app: App, url: string): void {
  app.route({
    method: app.supportedMethods.filter((method) => !ALLOWED.includes(method)),
    url,
    // Before the body is parsed, which could fail for another reason.
    onRequest: async (request) => {
      throw methodNotAllowed(request.method);
    },
    handler: async () => undefined,
  });
  app.options(url, async (_request, reply) => reply.code(204).header('allow', ALLOW).send());
}
