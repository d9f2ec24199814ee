// The entry point of the measured bundle; see bundlePlugin.ts.
export { createDataSourceServices } from '../../src/grafana/dataSourceServices.ts';
export { runQuery } from '../../src/kinds/runQuery.ts';
export { resolveSettings } from '../../src/query/dataSourceSettings.ts';
export { panelRequest } from '../../src/testSupport/panelRequest.ts';
