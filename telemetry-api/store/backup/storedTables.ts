import type { PartitionedTable } from '../readings/partitions.ts';

/** A table of the database, with the columns that a backup has of it. */
export interface StoredTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The table is copied in parts, each the time of one partition of this table. Without it, in one. */
  readonly partitions?: PartitionedTable;
}

const BUCKET_COLUMNS = ['tag_id', 'ts', 'sum', 'min', 'max', 'n'];

/** What a restored service can be asked for, in the order in which rows refer to each other. */
export const PLANT_TABLES: readonly StoredTable[] = [
  { name: 'site', columns: ['id', 'code', 'name', 'zone'] },
  { name: 'area', columns: ['id', 'site_id', 'name'] },
  {
    name: 'device',
    columns: ['id', 'site_id', 'area_id', 'code', 'name', 'kind', 'active'],
  },
  { name: 'tag', columns: ['id', 'device_id', 'key', 'name', 'unit', 'kind'] },
  {
    name: 'alert',
    columns: [
      'id',
      'tag_id',
      'rule',
      'severity',
      'started_ms',
      'opened_ms',
      'acknowledged_ms',
      'ended_ms',
      'start_value',
      'peak_value',
    ],
  },
  { name: 'latest', columns: ['tag_id', 'ts', 'value'] },
  { name: 'bucket_1d', columns: BUCKET_COLUMNS },
  { name: 'bucket_1h', columns: BUCKET_COLUMNS },
  { name: 'bucket_1m', columns: BUCKET_COLUMNS, partitions: 'bucket_1m' },
  { name: 'reading', columns: ['tag_id', 'ts', 'value'], partitions: 'reading' },
  { name: 'retention', columns: ['level', 'kept_from_ms'] },
];

/**
 * Who may ask. A restore writes these last, in one transaction with its end: until then no key is valid, and whatever runs on the database
 * serves nothing of it.
 */
export const ACCESS_TABLES: readonly StoredTable[] = [
  { name: 'secret', columns: ['name', 'value'] },
  {
    name: 'api_key',
    columns: [
      'id',
      'name',
      'family',
      'hash',
      'permissions',
      'site_ids',
      'created_ms',
      'expires_ms',
      'revoked_ms',
      'last_used_ms',
    ],
  },
  {
    name: 'export',
    columns: [
      'id',
      'key_id',
      'description',
      'format',
      'state',
      'progress',
      'rows',
      'size_bytes',
      'error',
      'created_ms',
      'finished_ms',
      'expires_ms',
      'tag_ids',
      'level',
      'from_ms',
      'to_ms',
    ],
  },
];

/** All tables of a backup, in its order. */
export const STORED_TABLES: readonly StoredTable[] = [...PLANT_TABLES, ...ACCESS_TABLES];
