import type { DataSourceApi, DataSourceInstanceSettings, DataSourceRef, ScopedVars } from '@grafana/data';
import {
  getBackendSrv,
  getTemplateSrv,
  type DataSourceSrv,
  type GetDataSourceListFilters,
  type RuntimeDataSourceRegistration,
} from '@grafana/runtime';
import { setChangedSettings } from '../page/changedSettings.ts';
import { importDataSourcePlugin } from './importDataSourcePlugin.ts';

type Reference = DataSourceRef | string | null | undefined;
type SettingsByName = Record<string, DataSourceInstanceSettings>;

/** What a list of data sources can be filtered by. */
const CAPABILITIES = ['metrics', 'annotations', 'logs', 'tracing', 'alerting'] as const;

/** The service behind `getDataSourceSrv()`, without mixed, dashboard and built-in data sources and without expressions. */
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
      // If the plugin fails to load, the next call tries again.
      instance.catch(() => this.instances.delete(settings.uid));
    }
    return instance;
  }

  getList(filters: GetDataSourceListFilters = {}): DataSourceInstanceSettings[] {
    const types = filters.type === undefined ? undefined : [filters.type].flat();
    return this.settings.filter(
      (settings) =>
        (filters.all || CAPABILITIES.some((name) => name !== 'alerting' && settings.meta[name])) &&
        CAPABILITIES.every((name) => !filters[name] || settings.meta[name]) &&
        (!filters.pluginId || settings.meta.id === filters.pluginId) &&
        (!types || types.includes(settings.type)) &&
        (!filters.filter || filters.filter(settings))
    );
  }

  getInstanceSettings(ref?: Reference, scopedVars?: ScopedVars): DataSourceInstanceSettings | undefined {
    const uid = interpolatedUid(ref, scopedVars);
    const settings = this.find(uid);
    const uidOrVariable = typeof ref === 'string' ? ref : ref?.uid;
    if (!settings || !isTemplate(uidOrVariable)) {
      return settings;
    }
    // A saved query keeps the variable, so the settings have its name, and `rawRef` is the data source it resolves to.
    const rawRef = { type: settings.type, uid: settings.uid };
    return { ...settings, isDefault: false, name: uidOrVariable, uid: uidOrVariable, rawRef };
  }

  /** Reloads the settings from the server. Data source instances are recreated on the next `get`. */
  async reload() {
    const response: { datasources: SettingsByName; defaultDatasource: string; changedDataSources: string[] } =
      await getBackendSrv().get('/api/frontend/settings');
    this.settings = Object.values(response.datasources);
    this.defaultName = response.defaultDatasource;
    this.instances = new Map();
    setChangedSettings(response.changedDataSources);
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
  const uidOrVariable = typeof ref === 'string' ? ref : ref?.uid;
  if (!isTemplate(uidOrVariable)) {
    return ref;
  }
  // A multi-value variable resolves to its first value.
  const firstValue = (value: string | string[]) => (Array.isArray(value) ? (value[0] ?? '') : value);
  return getTemplateSrv().replace(uidOrVariable, scopedVars, firstValue);
}

function isTemplate(uid: string | undefined): uid is string {
  return uid?.startsWith('$') ?? false;
}

function describe(ref: Reference): string {
  return typeof ref === 'string' ? ref : (ref?.uid ?? ref?.type ?? 'default');
}
