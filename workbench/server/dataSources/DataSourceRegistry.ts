import { withMembers, type DataSourceRecord } from './dataSourceRecord.ts';
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

  /**
   * Applies the body of Grafana's PUT. A secret that is not in the body stays; an empty one is deleted.
   * The record is replaced and not mutated, so that a request in flight keeps the settings it started with.
   * @throws Error that names the invalid member
   */
  update(before: DataSourceRecord, body: unknown): DataSourceRecord {
    const after = { ...withMembers(before, new MemberReader(body, 'data source')), version: before.version + 1 };
    this.records.set(before.uid, after);
    return after;
  }
}
