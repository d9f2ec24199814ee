import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyServerOptions } from 'fastify';
import { Registry } from 'prom-client';
import { answerClientError } from './http/answerClientError.ts';
import { createHttpServer } from './http/connections/createHttpServer.ts';
import { RequestMetrics } from './http/metrics/requestMetrics.ts';
import { collectServiceMetrics } from './http/metrics/serviceMetrics.ts';
import { describeApi } from './http/openapi/describeApi.ts';
import { Problem } from './http/problems/problem.ts';
import { rejectOtherMethods, routeAllMethods } from './http/rejectOtherMethods.ts';
import { requestId } from './http/requestId.ts';
import { RequestTimes, totalMs } from './http/requestTimes.ts';
import { MAX_URL_LENGTH, type RequestLimits, requestScopes } from './http/requestScopes.ts';
import { sendBody } from './http/body/sendBody.ts';
import { logIfSlow } from './http/slowRequests.ts';
import { sendProblem } from './http/problems/sendProblem.ts';
import { whenClosed } from './http/whenClosed.ts';
import { compileParameters, type ParametersSchema } from './http/parameters/compileParameters.ts';
import { alertsRoute } from './routes/alerts.ts';
import { apiDocumentRoute, documentPageRoutes } from './routes/apiDocument.ts';
import { devicesRoute } from './routes/devices.ts';
import { downloadsRoute } from './routes/downloads.ts';
import { exportsRoutes } from './routes/exports.ts';
import { healthRoutes } from './routes/health.ts';
import { latestValuesRoute } from './routes/latestValues.ts';
import { metricsRoute, type MetricsAccess } from './routes/metrics.ts';
import { readingsRoute } from './routes/readings.ts';
import type { App } from './http/appType.ts';
import type { Services } from './routes/services.ts';

export interface AppOptions {
  readonly logger?: FastifyServerOptions['logger'];
  /** By default there are none. */
  readonly limits?: Partial<RequestLimits>;
  /** Addresses and CIDR ranges of proxies, separated by commas, whose X-Forwarded headers are used. By default there are none. */
  readonly trustProxy?: string;
  readonly isCompressing?: boolean;
  readonly metricsAccess?: MetricsAccess;
  /** Registry for the metrics of the service. */
  readonly registry?: Registry;
}

/** Path of all operations that read data. */
export const API_PREFIX = '/v1';

const NO_LIMITS: RequestLimits = {
  rate: undefined,
  maxConcurrentRequests: Infinity,
  maxConcurrentRequestsPerKey: Infinity,
  maxRunning: Infinity,
  maxRunningPerKey: Infinity,
  maxConcurrentDownloads: Infinity,
  maxDownloadsPerExport: Infinity,
  maxDownloadsPerAddress: Infinity,
  stallTimeoutMs: 60_000,
};

/** Wires the service and returns it; server.ts makes it listen, tests inject requests. */
export function buildApp(services: Services, options: AppOptions = {}): App {
  const { logger = false, limits, trustProxy = false, isCompressing = true, metricsAccess = 'operator' } = options;
  const { registry = new Registry() } = options;
  const app: App = fastify({
    logger,
    genReqId: requestId,
    trustProxy,
    // Any path segment matches, so that the key is checked before an id, and an id by its schema.
    routerOptions: { maxParamLength: MAX_URL_LENGTH },
    frameworkErrors: sendProblem,
    clientErrorHandler: answerClientError,
    // requestScopes rejects these requests with a problem document instead.
    return503OnClosing: false,
    serverFactory: createHttpServer,
  }).withTypeProvider<TypeBoxTypeProvider>();

  routeAllMethods(app);

  app.setValidatorCompiler<ParametersSchema>(({ schema }) => {
    const parse = compileParameters(schema);
    return (given: Record<string, unknown>) => {
      try {
        return { value: parse(given) };
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) };
      }
    };
  });
  // Response types come from the schemas and are checked in tests, so responses are not validated or reshaped at runtime.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(sendProblem);
  app.setNotFoundHandler((request, reply) =>
    sendProblem(new Problem('ruta_no_encontrada', `No hay nada en ${request.url.split('?')[0]}.`), request, reply)
  );

  let isStopping = false;
  app.addHook('preClose', async () => void (isStopping = true));
  const metrics = new RequestMetrics(registry);
  app.decorateRequest('rowsSent', 0);
  app.decorateRequest('times', null);
  app.addHook('onRequest', async (request, reply) => {
    const times = new RequestTimes(services.startStopwatch);
    request.times = times;
    const count = metrics.start(request);
    whenClosed(reply, () => {
      const spent = times.spentMs();
      count(reply, totalMs(spent));
      logIfSlow(request, reply, spent);
    });
  });
  const scopes = requestScopes(app, services, { ...NO_LIMITS, ...limits }, () => isStopping);
  app.addHook('onSend', sendBody(isCompressing));
  app.addHook('onSend', async ({ times }, reply) => {
    times?.enter('sending');
    if (isStopping) {
      // Otherwise idle keep-alive connections would delay the shutdown.
      void reply.header('connection', 'close');
    }
  });
  collectServiceMetrics(registry, { ...services, requestsInFlight: () => scopes.requestsInFlight() });

  const paths = new Set<string>();
  app.addHook('onRoute', ({ url }) => void paths.add(url));
  const readServices = { ...services, db: services.readDb ?? services.db };
  const addDataRoutes = (routes: App) => {
    readingsRoute(routes, readServices);
    alertsRoute(routes, readServices);
    devicesRoute(routes, readServices);
    exportsRoutes(routes, services);
    latestValuesRoute(routes, readServices);
  };
  void app.register(swagger, describeApi);
  scopes.register('data', addDataRoutes, API_PREFIX);
  scopes.register('downloads', (routes) => downloadsRoute(routes, services));
  scopes.register('json', (routes) => healthRoutes(routes, services, () => isStopping));
  if (metricsAccess !== 'off') {
    scopes.register(metricsAccess === 'open' ? 'open' : 'operators', (routes) => metricsRoute(routes, registry));
  }
  scopes.register('json', (routes) => apiDocumentRoute(routes, isCompressing));
  scopes.register('open', (routes) => documentPageRoutes(routes));
  // Last, when the paths are known.
  scopes.register('json', (routes) => [...paths].forEach((url) => rejectOtherMethods(routes, url)));
  return app;
}
