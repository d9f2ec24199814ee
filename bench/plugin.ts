// What is measured of the plugin, in one bundle; see bundlePlugin.ts.
export { createHistoryTools } from '../src/grafana/historyTools.ts';
export { runQuery } from '../src/grafana/runQuery.ts';
export { limitsOf } from '../src/query/dataSourceSettings.ts';
export { panelRequest } from '../src/testSupport/panelRequest.ts';
