import type { DataSourceRecord } from './dataSourceRecord.ts';

/** A data source for tests. */
export function makeRecord(members: Partial<DataSourceRecord> = {}): DataSourceRecord {
  return {
    id: 1,
    uid: 'plant',
    name: 'Plant',
    type: 'acme-plant-datasource',
    access: 'proxy',
    url: '',
    isDefault: false,
    readOnly: false,
    version: 1,
    jsonData: {},
    secureJsonData: {},
    ...members,
  };
}
