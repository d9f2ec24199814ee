import pg from 'pg';
import type { Queryable } from '../database/queryable.ts';
import { STORED_TABLES } from './storedTables.ts';

const TRIGGER = 'moved';

/** Lets all writers wait until the transaction ends; readers go on. What they had not committed is waited for. */
export async function lockOutWriters(client: Queryable): Promise<void> {
  const names = STORED_TABLES.map(({ name }) => `ONLY ${name}`).join(', ');
  await client.query(`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`);
}

/**
 * Marks a database whose plant is now in another one. Triggers reject what still writes to it, also writers that are connected and those of other
 * programs. Runs in the transaction of `lockOutWriters`.
 */
export async function markMoved(client: Queryable, movedTo: string): Promise<void> {
  await client.query('UPDATE instance SET moved_to = $1', [movedTo]);
  const message = `The plant of this database was moved to ${movedTo}; nothing is written here any more.`.replaceAll(
    '%',
    '%%'
  );
  await client.query(
    `CREATE OR REPLACE FUNCTION reject_moved() RETURNS trigger LANGUAGE plpgsql
     AS ${pg.escapeLiteral(`BEGIN RAISE EXCEPTION ${pg.escapeLiteral(message)} USING ERRCODE = 'object_not_in_prerequisite_state'; END`)}`
  );
  for (const { name } of STORED_TABLES) {
    await client.query(
      `CREATE OR REPLACE TRIGGER ${TRIGGER} BEFORE INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION reject_moved()`
    );
  }
}

/** Makes a database that was moved an ordinary one again, with the rows that it had then. Runs in a transaction. */
export async function unmarkMoved(client: Queryable): Promise<void> {
  for (const { name } of STORED_TABLES) {
    await client.query(`DROP TRIGGER IF EXISTS ${TRIGGER} ON ${name}`);
  }
  await client.query('DROP FUNCTION IF EXISTS reject_moved()');
  await client.query('UPDATE instance SET moved_to = NULL');
}
