import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buildBootData } from './buildBootData.ts';
import { DataSourceRegistry } from './DataSourceRegistry.ts';
import { grafanaApi } from './grafanaApi.ts';
import { rejectionReason } from './rejectionReason.ts';
import { indexPage } from './indexPage.ts';
import { errorPage } from './errorPage.ts';
import type { WorkbenchOptions } from './readOptions.ts';
import { type BuiltPlugin, readPlugin } from './readPlugin.ts';
import { readDashboards } from './provisioning/readDashboards.ts';
import { readDataSources } from './provisioning/readDataSources.ts';
import { dataProxy } from './proxy/dataProxy.ts';
import { sendPublicAsset } from './sendPublicAsset.ts';
import { respondJson, respondText } from './respond.ts';
import { sendFile } from './sendFile.ts';

const PROXY_PREFIX = 'api/datasources/proxy/uid/';

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
export function createWorkbench(
  options: Omit<WorkbenchOptions, 'port'>,
  env: NodeJS.ProcessEnv,
  log: (line: string) => void
): Server {
  const registry = new DataSourceRegistry(readDataSources(options.provisioningDir, env));
  const context = {
    registry,
    plugin: () => readPlugin(options.pluginDir),
    dashboards: () => readDashboards(options),
  };

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const reason = rejectionReason(request);
    if (reason) {
      return respondText(response, 403, reason);
    }
    const { rawPath, search } = splitUrl(request.url ?? '/');
    if (rawPath.startsWith(PROXY_PREFIX)) {
      return proxy(request, response, rawPath.slice(PROXY_PREFIX.length), search);
    }
    if (rawPath.startsWith('api/')) {
      return grafanaApi(request, response, rawPath.slice('api/'.length), context);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return respondText(response, 405, 'Method not allowed');
    }
    return sendPageFile(response, decodeURIComponent(rawPath));
  }

  function proxy(request: IncomingMessage, response: ServerResponse, uidAndPath: string, search: string) {
    const slash = uidAndPath.indexOf('/');
    const uid = decodeURIComponent(slash < 0 ? uidAndPath : uidAndPath.slice(0, slash));
    const record = registry.get(uid);
    const plugin = context.plugin();
    if (!record || plugin?.id !== record.type) {
      return respondJson(response, 404, { message: 'Data source not found' });
    }
    const rawPath = slash < 0 ? '' : uidAndPath.slice(slash + 1);
    return dataProxy(request, response, { record, routes: plugin.routes, rawPath, search }, log);
  }

  function sendPageFile(response: ServerResponse, file: string) {
    const pluginFile = /^public\/plugins\/([^/]+)\/(.+)$/.exec(file);
    if (pluginFile) {
      const [, id, relative = ''] = pluginFile;
      return context.plugin()?.id === id
        ? sendFile(response, options.pluginDir, relative, 'none')
        : respondText(response, 404, 'Not found');
    }
    if (file.startsWith('public/')) {
      return sendPublicAsset(response, file.slice('public/'.length));
    }
    if (file.startsWith('assets/')) {
      return sendFile(response, path.join(options.pageDir, 'assets'), file.slice('assets/'.length), 'immutable');
    }
    if (file === 'favicon.svg') {
      return sendFile(response, options.pageDir, file, 'none');
    }
    return sendIndex(response);
  }

  function sendIndex(response: ServerResponse) {
    let plugin: BuiltPlugin | undefined;
    try {
      plugin = context.plugin();
    } catch (error) {
      return respondText(response, 500, errorPage({ what: 'broken', message: (error as Error).message }), 'text/html');
    }
    const page =
      plugin && indexPage(options.pageDir, buildBootData(plugin, registry, context.dashboards(), options.home));
    if (page === undefined) {
      const what = plugin ? 'page' : 'plugin';
      const folder = plugin ? options.pageDir : options.pluginDir;
      return respondText(response, 503, errorPage({ what, folder }), 'text/html');
    }
    response.setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
    return respondText(response, 200, page, 'text/html');
  }

  return createServer((request, response) => {
    response.setHeader('referrer-policy', 'no-referrer');
    handle(request, response).catch((error: Error) => {
      if (response.headersSent) {
        response.destroy();
      } else {
        respondJson(response, error instanceof URIError ? 400 : 500, { message: error.message });
      }
    });
  });
}

function splitUrl(url: string): { rawPath: string; search: string } {
  const queryStart = url.indexOf('?');
  const rawPath = (queryStart < 0 ? url : url.slice(0, queryStart)).replace(/^\/+/, '');
  return { rawPath, search: queryStart < 0 ? '' : url.slice(queryStart) };
}
