import type pg from 'pg';

/** Tags with the given ids, of one device, for tests that write readings without an inventory of their own. */
export async function addTestTags(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  await pool.query(
    `WITH new_site AS (INSERT INTO site (code, name, zone) VALUES ('TEST', 'Test', 'UTC') RETURNING id),
       new_area AS (INSERT INTO area (site_id, name) SELECT id, 'Test' FROM new_site RETURNING id, site_id),
       new_device AS (INSERT INTO device (site_id, area_id, code, name, kind) SELECT site_id, id, 'TEST', 'Test', 'test' FROM new_area RETURNING id)
     INSERT INTO tag (id, device_id, key, name, unit, kind) OVERRIDING SYSTEM VALUE
     SELECT t.id, d.id, 'tag ' || t.id, 'Tag', '', 'test' FROM new_device d, unnest($1::int[]) AS t (id)`,
    [ids]
  );
}
