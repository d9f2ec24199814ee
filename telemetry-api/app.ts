import fastify, { type FastifyServerOptions } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { acceptsJson } from './http/acceptsJson.ts';
import { answerClientError } from './http/answerClientError.ts';
import { Authentication } from './http/authentication.ts';
import { Problem } from './http/problem.ts';
import { refuseOtherMethods } from './http/refuseOtherMethods.ts';
import { sendProblem } from './http/sendProblem.ts';
import { validateParameters, type ParametersSchema } from './http/validateParameters.ts';
import { alertsRoute } from './routes/alerts.ts';
import { devicesRoute } from './routes/devices.ts';
import { downloadsRoute } from './routes/downloads.ts';
import { exportsRoutes } from './routes/exports.ts';
import { healthRoutes } from './routes/health.ts';
import { latestValuesRoute } from './routes/latestValues.ts';
import { readingsRoute } from './routes/readings.ts';
import type { App, Services } from './services.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path answers with something else than JSON, whatever the client says it takes. */
    readonly anyFormat?: boolean;
  }
}

/** Wires the service and returns it; server.ts makes it listen, tests inject requests. */
export function buildApp(services: Services, logger: FastifyServerOptions['logger'] = false): App {
  const app: App = fastify({
    logger,
    // Paths are matched as they are specified; a path part longer than any id matches nothing.
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: sendProblem,
    clientErrorHandler: answerClientError,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.setValidatorCompiler<ParametersSchema>(({ schema }) => (given: Record<string, unknown>) => {
    try {
      return { value: validateParameters(schema, given) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  });
  // Answers are typed by their schemas when this is compiled and checked against them in tests; nothing is reshaped on its way out.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Problem('ruta_no_encontrada', `No hay nada en ${request.url.split('?')[0]}.`), request, reply)
  );

  const authentication = new Authentication(services.db, services.now);
  app.addHook('onClose', () => authentication.close());
  app.decorateRequest('apiKey', null);
  app.addHook('onRequest', async (request) => {
    const { permission, anyFormat } = request.routeOptions.config;
    if (permission !== undefined) {
      request.apiKey = await authentication.authenticate(request, permission);
    }
    if (anyFormat !== true && !request.is404 && !acceptsJson(request.headers.accept)) {
      throw new Problem(
        'formato_no_aceptable',
        'Las respuestas son application/json; la cabecera Accept no lo admite.'
      );
    }
  });

  const paths = new Set<string>();
  app.addHook('onRoute', ({ url }) => void paths.add(url));
  readingsRoute(app, services);
  alertsRoute(app, services);
  devicesRoute(app, services);
  exportsRoutes(app, services);
  latestValuesRoute(app, services);
  downloadsRoute(app, services);
  healthRoutes(app, services);
  [...paths].forEach((url) => refuseOtherMethods(app, url));
  return app;
}
