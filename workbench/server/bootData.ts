import { instanceSettings } from './dataSourceDto.ts';
import type { DataSourceRegistry } from './dataSourceRegistry.ts';
import type { BuiltPlugin } from './pluginFiles.ts';
import type { ProvisionedDashboards } from './provisioning/readDashboards.ts';

/** The version of the @grafana packages that host the plugin; plugins read it as Grafana's own. */
const HOST_VERSION = '13.2.2';

/**
 * `window.grafanaBootData` with the members that the @grafana packages and plugins read, and under `workbench` what the
 * page itself needs. The choices of the person (theme, language) are filled in by the page before it starts.
 */
export function bootData(
  plugin: BuiltPlugin,
  registry: DataSourceRegistry,
  { dashboards, problems }: ProvisionedDashboards
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
      problems,
    },
  };
}

/** Grafana's `/api/frontend/settings`, as far as data sources go. */
export function frontendSettings(plugin: BuiltPlugin, registry: DataSourceRegistry) {
  const mine = registry.list().filter((record) => record.type === plugin.id);
  return {
    datasources: Object.fromEntries(mine.map((record) => [record.name, instanceSettings(record, plugin.meta)])),
    defaultDatasource: (mine.find((record) => record.isDefault) ?? mine[0])?.name ?? '',
    buildInfo: { version: HOST_VERSION, commit: '', env: 'production', edition: 'Open Source', hideVersion: false },
    appUrl: '/',
    appSubUrl: '',
    featureToggles: {},
    // Empty, not absent: the @grafana packages walk it.
    panels: {},
    apps: {},
  };
}
