import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import path from 'node:path';
import { buildBootData, frontendSettings } from './buildBootData.ts';
import { dataSourceDto } from './dataSources/dataSourceRecord.ts';
import { DataSourceRegistry } from './dataSources/DataSourceRegistry.ts';
import { pageNotBuilt, pluginNotBuilt, unreadable } from './errorPage.ts';
import { indexPage } from './indexPage.ts';
import { readDashboards } from './provisioning/readDashboards.ts';
import { readDataSources } from './provisioning/readDataSources.ts';
import { dataProxy } from './proxy/dataProxy.ts';
import type { WorkbenchOptions } from './readOptions.ts';
import { readPlugin } from './readPlugin.ts';
import { rejectionReason } from './rejectionReason.ts';
import { sendFile } from './files/sendFile.ts';
import { sendPublicAsset } from './files/sendPublicAsset.ts';
import { watchPlugin } from './watchPlugin.ts';

const PROXY_PATH = '/api/datasources/proxy/uid/';

/** The page and the plugin may only load from and send to this server. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  // A development build of the plugin evaluates its modules.
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Builds the server without listening. Data sources are read once and held in memory; the plugin and the dashboards are
 * read again for every page load.
 * @param env values of the `$VARIABLES` in provisioning files
 * @param log called with one line per failed request to a data source
 * @throws Error that names the invalid provisioning file
 */
export function buildWorkbench(
  options: Omit<WorkbenchOptions, 'port'>,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void
): FastifyInstance {
  const registry = new DataSourceRegistry(readDataSources(options.provisioningDir, env));
  // Pages keep connections open, which must not delay the end.
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    const reason = rejectionReason(request.raw);
    void reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store');
    return reason ? reply.code(403).type('text/plain; charset=utf-8').send(reason) : undefined;
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ message: error.message })
  );
  // What Grafana's settings page sends is JSON, whatever its type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string | Buffer) =>
    parseJson(String(body))
  );

  grafanaRoutes(app, options, registry);
  void app.register(async (proxy) => {
    // A body is forwarded as it arrives.
    proxy.removeAllContentTypeParsers();
    proxy.addContentTypeParser('*', (_request, body, done) => done(null, body));
    proxy.all<{ Params: { '*': string } }>(`${PROXY_PATH}*`, (request, reply) => {
      const { pathname, search } = splitUrl(request.raw.url ?? '');
      const [uid = '', ...rest] = pathname.slice(PROXY_PATH.length).split('/');
      const record = registry.get(decodeURIComponent(uid));
      const plugin = readPlugin(options.pluginDir);
      if (!record || plugin?.id !== record.type) {
        return notFound(reply, 'Data source not found');
      }
      return dataProxy(request, reply, { record, routes: plugin.routes, rawPath: rest.join('/'), search }, log);
    });
  });
  watchPlugin(app, options.pluginDir);
  pageRoutes(app, options, registry);
  return app;
}

/** The part of Grafana's HTTP API below `/api/` that the page and plugins use. Everything else is a 404. */
function grafanaRoutes(app: FastifyInstance, options: Omit<WorkbenchOptions, 'port'>, registry: DataSourceRegistry) {
  app.get('/api/health', async () => ({ database: 'ok', version: 'workbench' }));
  app.get('/api/frontend/settings', async (_request, reply) => {
    const plugin = readPlugin(options.pluginDir);
    return plugin ? frontendSettings(plugin, registry) : reply.code(503).send({ message: 'The plugin is not built.' });
  });
  app.get('/api/datasources', async () => registry.list().map(dataSourceDto));
  app.get<{ Params: { uid: string } }>('/api/datasources/uid/:uid', async ({ params }, reply) => {
    const record = registry.get(params.uid);
    return record ? dataSourceDto(record) : notFound(reply, 'Data source not found');
  });
  app.put<{ Params: { uid: string } }>('/api/datasources/uid/:uid', async ({ params, body }, reply) => {
    const before = registry.get(params.uid);
    if (!before) {
      return notFound(reply, 'Data source not found');
    }
    if (before.readOnly) {
      return reply.code(403).send({ message: 'Cannot update read-only data source' });
    }
    try {
      const saved = registry.update(before, body);
      return { datasource: dataSourceDto(saved), id: saved.id, name: saved.name, message: 'Datasource updated' };
    } catch (error) {
      return reply.code(400).send({ message: (error as Error).message });
    }
  });
  app.post<{ Params: { uid: string } }>('/api/workbench/datasources/:uid/restore', async ({ params }, reply) => {
    const record = registry.restore(params.uid);
    return record ? dataSourceDto(record) : notFound(reply, 'Data source not found');
  });
  app.get<{ Params: { uid: string } }>('/api/dashboards/uid/:uid', async ({ params }, reply) => {
    const dashboard = readDashboards(options).dashboards.find(({ uid }) => uid === params.uid);
    return dashboard
      ? { dashboard: dashboard.json, meta: { folderTitle: dashboard.folder, provisioned: true } }
      : notFound(reply, 'Dashboard not found');
  });
  app.all('/api/*', async ({ method, url }, reply) => notFound(reply, `The workbench has no ${method} ${url}.`));
}

/** The files of the plugin and of the page; any other path is a view of the page. */
function pageRoutes(app: FastifyInstance, options: Omit<WorkbenchOptions, 'port'>, registry: DataSourceRegistry) {
  app.get<{ Params: { id: string; '*': string } }>('/public/plugins/:id/*', async ({ params }, reply) =>
    readPlugin(options.pluginDir)?.id === params.id
      ? sendFile(reply, options.pluginDir, params['*'], 'none')
      : notFound(reply, 'Not found')
  );
  app.get<{ Params: { '*': string } }>('/public/*', async ({ params }, reply) => sendPublicAsset(reply, params['*']));
  app.get<{ Params: { '*': string } }>('/assets/*', async ({ params }, reply) =>
    sendFile(reply, path.join(options.pageDir, 'assets'), params['*'], 'immutable')
  );
  app.get('/favicon.svg', async (_request, reply) => sendFile(reply, options.pageDir, 'favicon.svg', 'none'));
  app.get('/*', async (_request, reply) => {
    void reply.type('text/html; charset=utf-8');
    try {
      const plugin = readPlugin(options.pluginDir);
      const boot = plugin && buildBootData(plugin, registry, readDashboards(options), options.home);
      const page = boot && indexPage(options.pageDir, boot);
      if (page === undefined) {
        return await reply.code(503).send(plugin ? pageNotBuilt(options.pageDir) : pluginNotBuilt(options.pluginDir));
      }
      return await reply.header('content-security-policy', CONTENT_SECURITY_POLICY).send(page);
    } catch (error) {
      return reply.code(500).send(unreadable(error as Error));
    }
  });
}

function notFound(reply: FastifyReply, message: string) {
  return reply.code(404).send({ message });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw Object.assign(new Error('The body is not JSON.'), { statusCode: 400 });
  }
}

function splitUrl(url: string): { pathname: string; search: string } {
  const queryStart = url.indexOf('?');
  return queryStart < 0
    ? { pathname: url, search: '' }
    : { pathname: url.slice(0, queryStart), search: url.slice(queryStart) };
}
