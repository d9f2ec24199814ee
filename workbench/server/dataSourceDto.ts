import type { DataSourceRecord } from './dataSourceRecord.ts';
import type { UnknownObject } from '../jsonShape.ts';

/** The data source for the settings page, with only the names of its secrets. */
export function dataSourceDto(record: DataSourceRecord) {
  const { secureJsonData, ...members } = record;
  const secureJsonFields: Record<string, boolean> = {};
  for (const [name, secret] of Object.entries(secureJsonData)) {
    if (secret !== '') {
      secureJsonFields[name] = true;
    }
  }
  return { ...members, orgId: 1, typeName: record.type, typeLogoUrl: '', secureJsonFields };
}

/** The DataSourceInstanceSettings for the plugin's DataSource class. */
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
