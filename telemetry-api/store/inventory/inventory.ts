import type pg from 'pg';
import { inTransaction } from '../database/database.ts';

/** A device with its tags, as imported. Its site, area and tags are created or updated. */
export interface DeviceEntry {
  readonly site: { readonly code: string; readonly name: string; /** IANA name */ readonly zone: string };
  readonly area: string;
  /** Unique across all sites. */
  readonly code: string;
  readonly name: string;
  /** Free text: compressor, pump … */
  readonly kind: string;
  readonly active: boolean;
  /** Stored tags that are not listed here stay unchanged. */
  readonly tags: readonly TagEntry[];
}

export interface TagEntry {
  /** Unique within its device. */
  readonly key: string;
  readonly name: string;
  readonly unit: string;
  /** Free text: measurement, setpoint, counter, state … */
  readonly kind: string;
}

/** Inserts or updates sites, areas, devices and tags in one transaction. */
export async function upsertDevices(pool: pg.Pool, devices: readonly DeviceEntry[]): Promise<void> {
  await inTransaction(pool, async (client) => {
    const sites = devices.map(({ site }) => [site.code, site.name, site.zone] as const);
    const areas = devices.map(({ site, area }) => [site.code, area] as const);
    const bare = devices.map((it) => [it.site.code, it.area, it.code, it.name, it.kind, String(it.active)] as const);
    const tags = devices.flatMap(({ code, tags: own }) =>
      own.map((tag) => [code, tag.key, tag.name, tag.unit, tag.kind] as const)
    );
    await client.query(UPSERT_SITES, columns(3, sites));
    await client.query(UPSERT_AREAS, columns(2, areas));
    await client.query(UPSERT_DEVICES_SQL, columns(6, bare));
    await client.query(UPSERT_TAGS, columns(5, tags));
  });
}

/** The ids of all tags by device code and tag key, including those of inactive devices. */
export async function readTagIds(pool: pg.Pool): Promise<Map<string, Map<string, number>>> {
  const { rows } = await pool.query<{ code: string; key: string; id: number }>(
    'SELECT d.code, t.key, t.id FROM tag t JOIN device d ON d.id = t.device_id'
  );
  const ids = new Map<string, Map<string, number>>();
  for (const { code, key, id } of rows) {
    const ofDevice = ids.get(code) ?? new Map<string, number>();
    ids.set(code, ofDevice.set(key, id));
  }
  return ids;
}

/** The last entry of a code wins, because a statement cannot update a row twice. */
const UPSERT_SITES = `
INSERT INTO site (code, name, zone)
SELECT DISTINCT ON (code) code, name, zone FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS s (code, name, zone, position)
ORDER BY code, position DESC
ON CONFLICT (code) DO UPDATE SET name = excluded.name, zone = excluded.zone`;

const UPSERT_AREAS = `
INSERT INTO area (site_id, name)
SELECT DISTINCT s.id, a.name FROM unnest($1::text[], $2::text[]) AS a (site, name) JOIN site s ON s.code = a.site ORDER BY 1, 2
ON CONFLICT (site_id, name) DO NOTHING`;

const UPSERT_DEVICES_SQL = `
INSERT INTO device (site_id, area_id, code, name, kind, active)
SELECT DISTINCT ON (d.code) s.id, a.id, d.code, d.name, d.kind, d.active::boolean
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  WITH ORDINALITY AS d (site, area, code, name, kind, active, position)
JOIN site s ON s.code = d.site JOIN area a ON a.site_id = s.id AND a.name = d.area
ORDER BY d.code, position DESC
ON CONFLICT (code) DO UPDATE SET site_id = excluded.site_id, area_id = excluded.area_id, name = excluded.name,
  kind = excluded.kind, active = excluded.active`;

const UPSERT_TAGS = `
INSERT INTO tag (device_id, key, name, unit, kind)
SELECT DISTINCT ON (d.id, t.key) d.id, t.key, t.name, t.unit, t.kind
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS t (device, key, name, unit, kind, position)
JOIN device d ON d.code = t.device
ORDER BY d.id, t.key, position DESC
ON CONFLICT (device_id, key) DO UPDATE SET name = excluded.name, unit = excluded.unit, kind = excluded.kind`;

/** Transposes rows into columns for `unnest`. */
function columns(width: number, rows: ReadonlyArray<readonly string[]>): string[][] {
  return Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? ''));
}
