import { instanceSettings } from './dataSources/dataSourceRecord.ts';
import type { DataSourceRegistry } from './dataSources/DataSourceRegistry.ts';
import type { BuiltPlugin } from './readPlugin.ts';
import type { ProvisionedDashboards } from './provisioning/readDashboards.ts';

/** The version of the @grafana packages, which plugins read as Grafana's version. */
const HOST_VERSION = '13.2.2';

/**
 * `window.grafanaBootData`: the members that the @grafana packages and plugins read, and the page's own data in
 * `workbench`. The page sets the user's theme and language before it starts.
 */
export function buildBootData(
  plugin: BuiltPlugin,
  registry: DataSourceRegistry,
  { dashboards, problems }: ProvisionedDashboards,
  home: string
) {
  return {
    settings: frontendSettings(plugin, registry),
    user: {
      id: 1,
      isSignedIn: true,
      login: 'workbench',
      name: 'Workbench',
      orgId: 1,
      orgName: 'Workbench',
      orgRole: 'Admin',
      isGrafanaAdmin: false,
      theme: 'dark',
      lightTheme: false,
      language: 'en-US',
      regionalFormat: 'en-US',
      locale: 'en-US',
      timezone: 'browser',
      weekStart: 'monday',
      permissions: {},
    },
    navTree: [],
    assets: { dark: '', light: '' },
    workbench: {
      plugin: { id: plugin.id, name: plugin.name, version: plugin.version, languages: plugin.languages },
      dashboards: dashboards.map(({ uid, title, folder, tags }) => ({ uid, title, folder, tags })),
      home,
      problems,
    },
  };
}

/** The part of Grafana's `/api/frontend/settings` that data sources need. */
export function frontendSettings(plugin: BuiltPlugin, registry: DataSourceRegistry) {
  const pluginRecords = registry.list().filter((record) => record.type === plugin.id);
  return {
    datasources: Object.fromEntries(
      pluginRecords.map((record) => [record.name, instanceSettings(record, plugin.meta)])
    ),
    // The page's own: Grafana has no way back.
    changedDataSources: pluginRecords.filter(({ uid }) => registry.isChanged(uid)).map(({ uid }) => uid),
    defaultDatasource: (pluginRecords.find((record) => record.isDefault) ?? pluginRecords[0])?.name ?? '',
    buildInfo: { version: HOST_VERSION, commit: '', env: 'production', edition: 'Open Source', hideVersion: false },
    appUrl: '/',
    appSubUrl: '',
    featureToggles: {},
    // The @grafana packages iterate over it, so it must not be missing.
    panels: {},
    apps: {},
  };
}
