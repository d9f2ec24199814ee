import type { IncomingMessage, ServerResponse } from 'node:http';
import { frontendSettings } from './buildBootData.ts';
import { dataSourceDto } from './dataSourceDto.ts';
import type { DataSourceRecord } from './dataSourceRecord.ts';
import type { DataSourceRegistry } from './DataSourceRegistry.ts';
import type { BuiltPlugin } from './readPlugin.ts';
import type { ProvisionedDashboards } from './provisioning/readDashboards.ts';
import { readJsonBody } from './readJsonBody.ts';
import { respondJson } from './respond.ts';

export interface GrafanaApiContext {
  readonly registry: DataSourceRegistry;
  readonly plugin: () => BuiltPlugin | undefined;
  readonly dashboards: () => ProvisionedDashboards;
}

/** The part of Grafana's HTTP API below `/api/` that the page and plugins use. Everything else is a 404. */
export async function grafanaApi(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  context: GrafanaApiContext
) {
  const { registry } = context;
  const [area = '', kind = '', key = '', ...more] = path.split('/').map(decodeURIComponent);
  const route = `${request.method} ${area}${kind ? `/${kind}` : ''}${key ? '/*' : ''}${more.length > 0 ? '/…' : ''}`;
  switch (route) {
    case 'GET health':
      return respondJson(response, 200, { database: 'ok', version: 'workbench' });
    case 'GET frontend/settings': {
      const plugin = context.plugin();
      return plugin
        ? respondJson(response, 200, frontendSettings(plugin, registry))
        : respondJson(response, 503, { message: 'The plugin is not built.' });
    }
    case 'GET datasources':
      return respondJson(response, 200, registry.list().map(dataSourceDto));
    case 'GET datasources/uid/*':
      return respondRecord(response, registry.get(key));
    case 'GET datasources/name/*':
      return respondRecord(response, registry.getByName(key));
    case 'PUT datasources/uid/*':
      return saveDataSource(request, response, key, registry);
    case 'GET search':
      return respondJson(
        response,
        200,
        context.dashboards().dashboards.map(({ uid, title, folder, tags }) => ({
          uid,
          title,
          folderTitle: folder,
          tags,
          type: 'dash-db',
        }))
      );
    case 'GET dashboards/uid/*': {
      const dashboard = context.dashboards().dashboards.find((candidate) => candidate.uid === key);
      return dashboard
        ? respondJson(response, 200, {
            dashboard: dashboard.json,
            meta: { folderTitle: dashboard.folder, provisioned: true },
          })
        : respondJson(response, 404, { message: 'Dashboard not found' });
    }
    default:
      return respondJson(response, 404, { message: `The workbench has no ${request.method} /api/${path}.` });
  }
}

function respondRecord(response: ServerResponse, record: DataSourceRecord | undefined) {
  if (record) {
    respondJson(response, 200, dataSourceDto(record));
  } else {
    respondJson(response, 404, { message: 'Data source not found' });
  }
}

async function saveDataSource(
  request: IncomingMessage,
  response: ServerResponse,
  uid: string,
  registry: DataSourceRegistry
) {
  const before = registry.get(uid);
  if (!before) {
    return respondJson(response, 404, { message: 'Data source not found' });
  }
  if (before.readOnly) {
    return respondJson(response, 403, { message: 'Cannot update read-only data source' });
  }
  try {
    const saved = registry.update(uid, await readJsonBody(request));
    return respondJson(response, 200, {
      datasource: dataSourceDto(saved),
      id: saved.id,
      name: saved.name,
      message: 'Datasource updated',
    });
  } catch (error) {
    return respondJson(response, 400, { message: (error as Error).message });
  }
}
