import type { DataSourceRecord } from './dataSourceRecord.ts';
import type { UnknownObject } from '../jsonShape.ts';

/** What the settings page gets: everything but the secrets, of which only the names are told. */
export function dataSourceDto(record: DataSourceRecord) {
  const { secureJsonData, ...open } = record;
  const secureJsonFields: Record<string, boolean> = {};
  for (const [name, secret] of Object.entries(secureJsonData)) {
    if (secret !== '') {
      secureJsonFields[name] = true;
    }
  }
  return { ...open, orgId: 1, typeName: record.type, typeLogoUrl: '', secureJsonFields };
}

/** What the plugin's DataSource class is made with (DataSourceInstanceSettings), as Grafana puts it into the page. */
export function instanceSettings(record: DataSourceRecord, pluginMeta: UnknownObject) {
  return {
    id: record.id,
    uid: record.uid,
    name: record.name,
    type: record.type,
    access: record.access,
    url: `/api/datasources/proxy/uid/${encodeURIComponent(record.uid)}`,
    isDefault: record.isDefault,
    readOnly: record.readOnly,
    withCredentials: record.withCredentials,
    database: record.database,
    jsonData: record.jsonData,
    meta: pluginMeta,
  };
}
