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

/** Up to `count` active devices of the visible sites, in order of code, after `afterCode`. */
export async function readDevicePage(db: Queryable, sites: VisibleSites, afterCode: string | undefined, count: number) {
  const { rows } = await db.query<StoredDevice>({
    name: 'device-page',
    text: `
SELECT d.code, d.name, d.kind, s.name AS site, a.name AS area, of.last_contact AS "lastContactMs", of.tags
FROM (SELECT * FROM device WHERE active AND code > $1 AND ($2::int[] IS NULL OR site_id = ANY ($2)) ORDER BY code LIMIT $3) AS d
JOIN site s ON s.id = d.site_id
JOIN area a ON a.id = d.area_id
CROSS JOIN LATERAL (
  SELECT max(l.ts) AS last_contact,
    coalesce(json_agg(json_build_array(t.key, t.name, t.unit, t.kind) ORDER BY t.key), '[]') AS tags
  FROM tag t LEFT JOIN latest l ON l.tag_id = t.id WHERE t.device_id = d.id
) AS of
ORDER BY d.code`,
    values: [afterCode ?? '', sites, count],
  });
  return rows;
}
