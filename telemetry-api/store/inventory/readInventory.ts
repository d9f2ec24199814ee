import type pg from 'pg';
import type { DeviceEntry, TagEntry } from './inventory.ts';

/** The stored inventory. An import compares its entries with it and fills in missing fields from it. */
export interface Inventory {
  /** By code. */
  readonly devices: Map<string, DeviceEntry>;
  readonly sites: Array<DeviceEntry['site']>;
}

interface DeviceRow extends Omit<DeviceEntry, 'site' | 'tags'> {
  readonly siteCode: string;
  readonly siteName: string;
  readonly zone: string;
  readonly tags: TagEntry[];
}

/** All devices, including inactive ones, with their tags. */
export async function readInventory(pool: pg.Pool): Promise<Inventory> {
  const { rows: sites } = await pool.query<DeviceEntry['site']>('SELECT code, name, zone FROM site ORDER BY code');
  const { rows } = await pool.query<DeviceRow>(
    `SELECT s.code AS "siteCode", s.name AS "siteName", s.zone, a.name AS area, d.code, d.name, d.kind, d.active,
       coalesce((SELECT json_agg(json_build_object('key', t.key, 'name', t.name, 'unit', t.unit, 'kind', t.kind) ORDER BY t.key)
         FROM tag t WHERE t.device_id = d.id), '[]') AS tags
     FROM device d JOIN site s ON s.id = d.site_id JOIN area a ON a.id = d.area_id`
  );
  const devices = rows.map(({ siteCode, siteName, zone, ...device }) => ({
    ...device,
    site: { code: siteCode, name: siteName, zone },
  }));
  return { sites, devices: new Map(devices.map((device) => [device.code, device])) };
}

/** The time of the newest reading of each device that has one, by device code. */
export async function readLastContacts(pool: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ code: string; lastMs: number }>(
    `SELECT d.code, max(l.ts) AS "lastMs" FROM latest l JOIN tag t ON t.id = l.tag_id JOIN device d ON d.id = t.device_id
     GROUP BY d.code`
  );
  return new Map(rows.map(({ code, lastMs }) => [code, lastMs]));
}
