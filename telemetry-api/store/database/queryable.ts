import type pg from 'pg';

/** What a statement can run on: the pool, or one client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;
