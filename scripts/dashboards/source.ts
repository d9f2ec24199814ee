export const PLUGIN_ID = 'telemetria-industrial-datasource';

/** The data source that the variable `source` selects. */
export const SELECTED_SOURCE = { type: PLUGIN_ID, uid: '${source}' };

const INPUT = 'DS_TELEMETRIA';

/**
 * The data source that is chosen when the dashboard is imported. Where Grafana writes its name in place of the input, a migration
 * of this schema version makes a reference of it, which only dashboards before version 33 go through.
 */
export const IMPORTED_SOURCE = {
  datasource: `\${${INPUT}}`,
  fields: {
    __inputs: [
      {
        name: INPUT,
        label: 'Telemetría Industrial',
        description: '',
        type: 'datasource',
        pluginId: PLUGIN_ID,
        pluginName: 'Telemetría Industrial',
      },
    ],
    schemaVersion: 32,
  },
};

/** The data source of provisioning/datasources. */
export const PROVISIONED_SOURCE = { datasource: { type: PLUGIN_ID, uid: 'telemetria-industrial' }, fields: {} };
