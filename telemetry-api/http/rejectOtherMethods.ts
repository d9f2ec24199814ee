import type { App } from '../services.ts';
import { Problem } from './problems/problem.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/** The API is read-only: OPTIONS is answered with 204 and the allowed methods, any other method with 405. Fastify adds HEAD to GET. */
export function rejectOtherMethods(app: App, url: string): void {
  const others = app.supportedMethods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  app.route({
    method: others,
    url,
    // Before the body is parsed, which could fail for another reason.
    onRequest: async (request) => {
      throw new Problem('metodo_no_permitido', `${request.method} no está disponible aquí; solo ${ALLOW}.`, {
        headers: { allow: ALLOW },
      });
    },
    handler: async () => undefined,
  });
  app.options(url, async (_request, reply) => reply.code(204).header('allow', ALLOW).send());
}
