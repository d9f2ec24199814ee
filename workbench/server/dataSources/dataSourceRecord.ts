import type { MemberReader, UnknownObject } from '../jsonShape.ts';

/** A configured data source with its secrets. Never send it as is: see dataSourceDto. */
export interface DataSourceRecord {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  /** The plugin's id. */
  readonly type: string;
  readonly access: string;
  readonly url: string;
  readonly isDefault: boolean;
  readonly readOnly: boolean;
  readonly version: number;
  readonly jsonData: UnknownObject;
  readonly secureJsonData: Readonly<Record<string, string>>;
}

/** The record with the members of a provisioning entry or of the body of Grafana's PUT; those that are missing stay. */
export function withMembers(before: DataSourceRecord, changed: MemberReader): DataSourceRecord {
  return {
    ...before,
    name: changed.string('name') || before.name,
    url: changed.string('url') ?? before.url,
    isDefault: changed.boolean('isDefault') ?? before.isDefault,
    jsonData: changed.object('jsonData') ?? before.jsonData,
    secureJsonData: { ...before.secureJsonData, ...changed.strings('secureJsonData') },
  };
}

/** The data source for the settings page, with only the names of its secrets. */
export function dataSourceDto({ secureJsonData, ...members }: DataSourceRecord) {
  const set = Object.entries(secureJsonData).filter(([, secret]) => secret !== '');
  const secureJsonFields = Object.fromEntries(set.map(([name]) => [name, true]));
  return { ...members, orgId: 1, typeName: members.type, typeLogoUrl: '', secureJsonFields };
}

/** The DataSourceInstanceSettings for the plugin's DataSource class. */
export function instanceSettings(
  { secureJsonData: _secrets, ...members }: DataSourceRecord,
  pluginMeta: UnknownObject
) {
  return {
    ...members,
    // The browser reaches the data source through the data proxy only.
    url: `/api/datasources/proxy/uid/${encodeURIComponent(members.uid)}`,
    meta: pluginMeta,
  };
}
