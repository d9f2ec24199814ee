import type { DataSourceRecord } from './dataSourceRecord.ts';
import { MemberReader } from '../jsonShape.ts';

/** The data sources in memory. Saved changes are lost when the process ends. */
export class DataSourceRegistry {
  private readonly records: Map<string, DataSourceRecord>;

  constructor(provisioned: readonly DataSourceRecord[]) {
    this.records = new Map(provisioned.map((record) => [record.uid, record]));
  }

  list(): DataSourceRecord[] {
    return [...this.records.values()];
  }

  get(uid: string): DataSourceRecord | undefined {
    return this.records.get(uid);
  }

  getByName(name: string): DataSourceRecord | undefined {
    return this.list().find((record) => record.name === name);
  }

  /**
   * Applies the body of Grafana's PUT. A secret that is not in the body stays; an empty one is deleted.
   * The record is replaced and not mutated, so that a request in flight keeps the settings it started with.
   * @throws Error that names the invalid member, or says that the data source is read-only
   */
  update(uid: string, body: unknown): DataSourceRecord {
    const before = this.records.get(uid);
    if (!before) {
      throw new Error(`There is no data source with the uid "${uid}".`);
    }
    if (before.readOnly) {
      throw new Error('Cannot update read-only data source');
    }
    const changed = new MemberReader(body, 'data source');
    const after: DataSourceRecord = {
      ...before,
      name: changed.string('name') || before.name,
      url: changed.string('url') ?? before.url,
      user: changed.string('user') ?? before.user,
      database: changed.string('database') ?? before.database,
      basicAuth: changed.boolean('basicAuth') ?? before.basicAuth,
      basicAuthUser: changed.string('basicAuthUser') ?? before.basicAuthUser,
      withCredentials: changed.boolean('withCredentials') ?? before.withCredentials,
      isDefault: changed.boolean('isDefault') ?? before.isDefault,
      jsonData: changed.object('jsonData') ?? before.jsonData,
      secureJsonData: { ...before.secureJsonData, ...changed.strings('secureJsonData') },
      version: before.version + 1,
    };
    this.records.set(uid, after);
    return after;
  }
}
