import type { DataSourcePlugin, DataSourceApi, DataSourcePluginMeta } from '@grafana/data';
import { workbenchBoot } from '../page/boot.ts';
import { addPluginTranslations } from './translations.ts';
import { loadModule } from './loadModule.ts';

let plugin: Promise<DataSourcePlugin<DataSourceApi>> | undefined;

/** Loads the built plugin once per page: its translations first, then its module. */
export function importDataSourcePlugin(meta: DataSourcePluginMeta): Promise<DataSourcePlugin<DataSourceApi>> {
  plugin ??= load(meta).catch((error: unknown) => {
    // Allows a retry after a failed build is fixed, without a reload of the page.
    plugin = undefined;
    throw error;
  });
  return plugin;
}

async function load(meta: DataSourcePluginMeta): Promise<DataSourcePlugin<DataSourceApi>> {
  await addPluginTranslations(workbenchBoot().plugin);
  const exports = await loadModule(`/${meta.module}`);
  const loaded = exports.plugin as DataSourcePlugin<DataSourceApi> | undefined;
  if (!loaded?.DataSourceClass) {
    throw new Error(`${meta.module} does not export a data source as "plugin".`);
  }
  loaded.meta = meta;
  return loaded;
}
