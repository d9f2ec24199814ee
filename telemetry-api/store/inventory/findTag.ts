import type { Queryable } from '../database/queryable.ts';

/** Ids of the sites that a key can access; null for all. */
export type VisibleSites = readonly number[] | null;

export interface FoundTag {
  readonly id: number;
  readonly name: string;
  readonly unit: string;
}

/** Finds a tag by device code and tag key. Devices outside the visible sites are not found. */
export async function findTag(
  db: Queryable,
  sites: VisibleSites,
  deviceCode: string,
  tagKey: string
): Promise<FoundTag | 'no device' | 'no tag'> {
  const { rows } = await db.query<{ id: number | null; name: string; unit: string }>({
    name: 'find-tag',
    text: `SELECT t.id, t.name, t.unit FROM device d LEFT JOIN tag t ON t.device_id = d.id AND t.key = $2
           WHERE d.code = $1 AND ($3::int[] IS NULL OR d.site_id = ANY ($3))`,
    values: [deviceCode, tagKey, sites],
  });
  const row = rows[0];
  if (row === undefined) {
    return 'no device';
  }
  return row.id === null ? 'no tag' : { id: row.id, name: row.name, unit: row.unit };
}
