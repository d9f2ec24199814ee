import type { Queryable } from '../../database/queryable.ts';
import type { VisibleSites } from '../../inventory/findTag.ts';

export interface LatestValue {
  readonly device: string;
  readonly tag: string;
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly ts: number;
}

/** Position of a value in the page order: by device code, then tag key. */
export interface LatestPosition {
  readonly device: string;
  readonly tag: string;
}

const SELECT = `SELECT d.code AS device, t.key AS tag, t.name, t.unit, l.value, l.ts
FROM device d JOIN tag t ON t.device_id = d.id JOIN latest l ON l.tag_id = t.id`;

/** Up to `count` latest values of active devices, after a position. Tags without readings are omitted. */
export async function readLatestPage(
  db: Queryable,
  sites: VisibleSites,
  after: LatestPosition | undefined,
  count: number
) {
  const { rows } = await db.query<LatestValue>({
    name: 'latest-page',
    text: `${SELECT} WHERE d.active AND d.code >= $1 AND (d.code > $1 OR t.key > $2) AND ($3::int[] IS NULL OR d.site_id = ANY ($3))
           ORDER BY d.code, t.key LIMIT $4`,
    values: [after?.device ?? '', after?.tag ?? '', sites, count],
  });
  return rows;
}

/** Up to `count` latest values of one device, active or not, after a tag; undefined if the visible sites have no such device. */
export async function readLatestOfDevice(
  db: Queryable,
  sites: VisibleSites,
  device: string,
  afterTag: string | undefined,
  count: number
): Promise<LatestValue[] | undefined> {
  const { rows } = await db.query<LatestValue>({
    name: 'latest-of-device',
    text: `${SELECT} WHERE d.code = $1 AND t.key > $2 AND ($3::int[] IS NULL OR d.site_id = ANY ($3)) ORDER BY t.key LIMIT $4`,
    values: [device, afterTag ?? '', sites, count],
  });
  return rows.length > 0 || (await hasDevice(db, sites, device)) ? rows : undefined;
}

async function hasDevice(db: Queryable, sites: VisibleSites, device: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'has-device',
    text: 'SELECT 1 FROM device WHERE code = $1 AND ($2::int[] IS NULL OR site_id = ANY ($2))',
    values: [device, sites],
  });
  return rows.length > 0;
}
