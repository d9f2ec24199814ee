import pg from 'pg';
import { openEmbeddedPostgres } from '../../telemetry-api/store/embedded/embeddedPostgres.ts';
import { serverSettings } from '../../telemetry-api/store/embedded/serverSettings.ts';
import { startPostgres15 } from '../../telemetry-api/test/support/databases/postgres15.ts';
import { withDatabaseName } from '../../telemetry-api/test/support/databases/testDatabase.ts';

/** A separate database server with the settings of the embedded one and durable writes. */
export interface Engine {
  readonly name: string;
  urlOf(database: string): string;
  /** Runs a statement on the maintenance database, such as CREATE DATABASE. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** The PostgreSQL 18 that npm installed, in a folder. */
export async function openEmbeddedEngine(root: string): Promise<Engine> {
  const { connection, close } = await openEmbeddedPostgres({ candidates: [root] });
  const { user, database, host } = connection;
  return engine('embedded 18', `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`, close);
}

/** The PostgreSQL 15 of Debian 12. */
export async function openDebianEngine(): Promise<Engine> {
  const settings = { ...serverSettings(true), listen_addresses: '127.0.0.1' };
  const { url, close } = await startPostgres15({ isDurable: true, settings });
  return engine('Debian 15', url, close);
}

function engine(name: string, url: string, close: () => Promise<void>): Engine {
  return {
    name,
    urlOf: (database) => withDatabaseName(url, database),
    run: async (sql) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    close,
  };
}
