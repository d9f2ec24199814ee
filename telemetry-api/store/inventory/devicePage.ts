import type { Queryable } from '../database/queryable.ts';
import type { VisibleSites } from './findTag.ts';

export interface StoredDevice {
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly site: string;
  readonly area: string;
  /** Time of the newest reading of any of its tags; null if there is none. */
  readonly lastContactMs: number | null;
  /** [key, name, unit, kind], by key */
  readonly tags: ReadonlyArray<readonly [string, string, string, string]>;
}

/**
 * Up to `count` active devices of the visible sites, in order of code, after `afterCode`.
 * Written with materialized parts, because Citus has the inventory on every node and latest values on the workers, and does not run a
 * lateral join of the two.
 */
export async function readDevicePage(db: Queryable, sites: VisibleSites, afterCode: string | undefined, count: number) {
  const { rows } = await db.query<StoredDevice>({
    name: 'device-page',
    text: `
WITH page AS MATERIALIZED (
  SELECT d.id, d.code, d.name, d.kind, s.name AS site, a.name AS area, coalesce((
      SELECT json_agg(json_build_array(t.key, t.name, t.unit, t.kind) ORDER BY t.key) FROM tag t WHERE t.device_id = d.id
    ), '[]') AS tags
  FROM (SELECT * FROM device WHERE active AND code > $1 AND ($2::int[] IS NULL OR site_id = ANY ($2)) ORDER BY code LIMIT $3) AS d
  JOIN site s ON s.id = d.site_id
  JOIN area a ON a.id = d.area_id
),
contact AS MATERIALIZED (
  SELECT t.device_id, max(l.ts) AS last_ms FROM tag t JOIN latest l ON l.tag_id = t.id
  WHERE t.device_id IN (SELECT id FROM page) GROUP BY t.device_id
)
SELECT p.code, p.name, p.kind, p.site, p.area, c.last_ms AS "lastContactMs", p.tags
FROM page p LEFT JOIN contact c ON c.device_id = p.id ORDER BY p.code`,
    values: [afterCode ?? '', sites, count],
  });
  return rows;
}
