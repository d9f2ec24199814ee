import { isDeepStrictEqual } from 'node:util';
import { withMembers, type DataSourceRecord } from './dataSourceRecord.ts';
import { MemberReader } from '../jsonShape.ts';

/** The data sources in memory. Saved changes are lost when the process ends. */
export class DataSourceRegistry {
  private readonly provisioned: ReadonlyMap<string, DataSourceRecord>;
  private readonly records: Map<string, DataSourceRecord>;

  constructor(provisioned: readonly DataSourceRecord[]) {
    this.provisioned = new Map(provisioned.map((record) => [record.uid, record]));
    this.records = new Map(this.provisioned);
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

  /** Whether the data source has other settings than the provisioned ones; saving the same is no change. */
  isChanged(uid: string): boolean {
    return !isDeepStrictEqual(settingsOf(this.records.get(uid)), settingsOf(this.provisioned.get(uid)));
  }

  /** Brings the provisioned settings back, with their secrets. */
  restore(uid: string): DataSourceRecord | undefined {
    const provisioned = this.provisioned.get(uid);
    if (provisioned !== undefined) {
      this.records.set(uid, { ...provisioned, version: (this.records.get(uid)?.version ?? 0) + 1 });
    }
    return this.records.get(uid);
  }
}

/** Without the version, which counts each save, and without deleted secrets. */
function settingsOf(record: DataSourceRecord | undefined) {
  const secrets = Object.entries(record?.secureJsonData ?? {}).filter(([, secret]) => secret !== '');
  return { ...record, version: undefined, secureJsonData: Object.fromEntries(secrets) };
}
