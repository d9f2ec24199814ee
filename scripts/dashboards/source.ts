export const PLUGIN_ID = 'telemetria-industrial-datasource';

/** The data source that the variable `source` selects. */
export const SELECTED_SOURCE = { type: PLUGIN_ID, uid: '${source}' };
