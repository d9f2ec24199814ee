import type { Queryable } from '../database/queryable.ts';

/** Device codes and tag keys of the given tag ids, ordered by both. */
export async function readTagNames(db: Queryable, tagIds: readonly number[]) {
  const { rows } = await db.query<{ id: number; device: string; key: string }>(
    `SELECT t.id, d.code AS device, t.key FROM tag t JOIN device d ON d.id = t.device_id WHERE t.id = ANY ($1) ORDER BY d.code, t.key`,
    [tagIds]
  );
  return rows;
}
