import type { DataSourceApi, DataSourceInstanceSettings, DataSourceRef, ScopedVars } from '@grafana/data';
import {
  getBackendSrv,
  getTemplateSrv,
  type DataSourceSrv,
  type GetDataSourceListFilters,
  type RuntimeDataSourceRegistration,
} from '@grafana/runtime';
import { importDataSourcePlugin } from './importDataSourcePlugin.ts';

type Reference = DataSourceRef | string | null | undefined;
type SettingsByName = Record<string, DataSourceInstanceSettings>;

/** The service behind `getDataSourceSrv()`. Not there: mixed, dashboard and built-in data sources, expressions. */
export class HostDataSourceSrv implements DataSourceSrv {
  private settings: DataSourceInstanceSettings[];
  private defaultName: string;
  private instances = new Map<string, Promise<DataSourceApi>>();

  constructor(settings: SettingsByName, defaultName: string) {
    this.settings = Object.values(settings);
    this.defaultName = defaultName;
  }

  async get(ref?: Reference, scopedVars?: ScopedVars): Promise<DataSourceApi> {
    const settings = this.find(interpolatedUid(ref, scopedVars));
    if (!settings) {
      throw new Error(`Datasource ${describe(ref)} was not found`);
    }
    let instance = this.instances.get(settings.uid);
    if (!instance) {
      instance = createInstance(settings);
      this.instances.set(settings.uid, instance);
      // A plugin that could not be loaded is tried again next time.
      instance.catch(() => this.instances.delete(settings.uid));
    }
    return instance;
  }

  getList(filters: GetDataSourceListFilters = {}): DataSourceInstanceSettings[] {
    const types = filters.type === undefined ? undefined : [filters.type].flat();
    return this.settings.filter(
      (settings) =>
        (filters.all ||
          settings.meta.metrics ||
          settings.meta.annotations ||
          settings.meta.logs ||
          settings.meta.tracing) &&
        (!filters.metrics || settings.meta.metrics) &&
        (!filters.annotations || settings.meta.annotations) &&
        (!filters.logs || settings.meta.logs) &&
        (!filters.tracing || settings.meta.tracing) &&
        (!filters.alerting || settings.meta.alerting) &&
        (!filters.pluginId || settings.meta.id === filters.pluginId) &&
        (!types || types.includes(settings.type)) &&
        (!filters.filter || filters.filter(settings))
    );
  }

  getInstanceSettings(ref?: Reference, scopedVars?: ScopedVars): DataSourceInstanceSettings | undefined {
    const uid = interpolatedUid(ref, scopedVars);
    const settings = this.find(uid);
    const written = typeof ref === 'string' ? ref : ref?.uid;
    if (!settings || !isTemplate(written)) {
      return settings;
    }
    // Saved queries keep the variable: the settings carry its name and say what it stands for now.
    const rawRef = { type: settings.type, uid: settings.uid };
    return { ...settings, isDefault: false, name: written, uid: written, rawRef };
  }

  /** Takes the settings as the server holds them now; instances are made anew when they are next asked for. */
  async reload() {
    const fresh: { datasources: SettingsByName; defaultDatasource: string } =
      await getBackendSrv().get('/api/frontend/settings');
    this.settings = Object.values(fresh.datasources);
    this.defaultName = fresh.defaultDatasource;
    this.instances = new Map();
  }

  registerRuntimeDataSource({ dataSource }: RuntimeDataSourceRegistration) {
    this.instances.set(dataSource.uid, Promise.resolve(dataSource));
    this.settings = [...this.settings, dataSource.instanceSettings];
  }

  private find(ref: Reference): DataSourceInstanceSettings | undefined {
    const uidOrName = typeof ref === 'string' ? ref : ref?.uid;
    if (!uidOrName || uidOrName === 'default') {
      const type = typeof ref === 'object' ? ref?.type : undefined;
      const candidates = this.settings.filter((settings) => !type || settings.type === type);
      return candidates.find((settings) => settings.name === this.defaultName) ?? candidates[0];
    }
    return this.settings.find(({ uid, name }) => uid === uidOrName || name === uidOrName);
  }
}

async function createInstance(settings: DataSourceInstanceSettings): Promise<DataSourceApi> {
  const plugin = await importDataSourcePlugin(settings.meta);
  const instance = new plugin.DataSourceClass(settings);
  instance.components = plugin.components;
  return instance;
}

function interpolatedUid(ref: Reference, scopedVars?: ScopedVars): Reference {
  const written = typeof ref === 'string' ? ref : ref?.uid;
  if (!isTemplate(written)) {
    return ref;
  }
  // Of a variable with several values a single data source can be only the first.
  const firstValue = (value: string | string[]) => (Array.isArray(value) ? (value[0] ?? '') : value);
  return getTemplateSrv().replace(written, scopedVars, firstValue);
}

function isTemplate(uid: string | undefined): uid is string {
  return uid?.startsWith('$') ?? false;
}

function describe(ref: Reference): string {
  return typeof ref === 'string' ? ref : (ref?.uid ?? ref?.type ?? 'default');
}
