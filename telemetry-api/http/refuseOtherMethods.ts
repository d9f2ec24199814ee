import type { App } from '../services.ts';
import { Problem } from './problem.ts';

const ALLOW = 'GET, HEAD, OPTIONS';

/** Everything here is read-only: OPTIONS says so with 204, any other method gets 405. HEAD comes with GET. */
export function refuseOtherMethods(app: App, url: string): void {
  const others = app.supportedMethods.filter((method) => !['GET', 'HEAD', 'OPTIONS'].includes(method));
  app.route({
    method: others,
    url,
    // Before the body is read: it may be of a kind that would be refused for itself.
    onRequest: async (request) => {
      throw new Problem('metodo_no_permitido', `${request.method} no está disponible aquí; solo ${ALLOW}.`, {
        headers: { allow: ALLOW },
      });
    },
    handler: async () => undefined,
  });
  app.options(url, async (_request, reply) => reply.code(204).header('allow', ALLOW).send());
}
