import type { Queryable } from '../database/queryable.ts';

export interface FoundDevice {
  readonly id: number;
  readonly tags: ReadonlyArray<{ readonly id: number; readonly key: string }>;
}

/** A device of any site by its code, active or not, with its tags in order of key; undefined if there is none. */
export async function findDevice(db: Queryable, code: string): Promise<FoundDevice | undefined> {
  const { rows } = await db.query<FoundDevice>(
    `SELECT d.id, coalesce((SELECT json_agg(json_build_object('id', t.id, 'key', t.key) ORDER BY t.key) FROM tag t WHERE t.device_id = d.id), '[]') AS tags
     FROM device d WHERE d.code = $1`,
    [code]
  );
  return rows[0];
}
