import { DataSourcePlugin } from '@grafana/data';
import { initPluginTranslations } from '@grafana/i18n';
import { TelemetryDataSource } from './datasource';
import { ConfigEditor } from './editors/config/ConfigEditor';
import { QueryHelp } from './kinds/editor/QueryHelp';
import { QueryEditor } from './kinds/editor/QueryEditor';
import pluginJson from './plugin.json';
import type { TelemetrySecrets, TelemetrySettings } from './query/dataSourceSettings';
import type { TelemetryQuery } from './kinds/kinds';

// Not awaited: a top-level await would make the module's exports a promise, which only Grafana's own loader unwraps.
void initPluginTranslations(pluginJson.id);

export const plugin = new DataSourcePlugin<TelemetryDataSource, TelemetryQuery, TelemetrySettings, TelemetrySecrets>(
  TelemetryDataSource
)
  .setConfigEditor(ConfigEditor)
  .setQueryEditor(QueryEditor)
  .setQueryEditorHelp(QueryHelp);
