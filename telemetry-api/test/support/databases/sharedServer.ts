import { rmSync } from 'node:fs';
import path from 'node:path';
import { openDatabase } from '../../../store/database/database.ts';
import { openEmbeddedPostgres } from '../../../store/embedded/embeddedPostgres.ts';
import { makeTestFolder, onServer, SHARED_SERVER_VARIABLE, TEMPLATE, withDatabaseName } from './testDatabase.ts';

declare global {
  var stopSharedServer: (() => Promise<void>) | undefined;
}

/**
 * Jest's global setup: starts one embedded server for all tests of the run, with a migrated database that is copied for each of them.
 * A server of its own costs a test file an `initdb` and all migrations. With TEST_DATABASE_URL, starts nothing.
 */
export default async function startSharedServer(): Promise<void> {
  if (process.env.TEST_DATABASE_URL !== undefined) {
    return;
  }
  const folder = makeTestFolder();
  const server = await openEmbeddedPostgres({ candidates: [path.join(folder, 'postgres')], isDurable: false });
  globalThis.stopSharedServer = async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const { host, user, database } = server.connection;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  // A server of its own would be gone before autovacuum looks at it. It changes the estimated numbers of rows.
  await onServer(url, 'ALTER SYSTEM SET autovacuum = off');
  await onServer(url, 'SELECT pg_reload_conf()');
  await onServer(url, `CREATE DATABASE ${TEMPLATE}`);
  const template = await openDatabase({ databaseUrl: withDatabaseName(url, TEMPLATE), dataDir: folder });
  await template.close();
  process.env[SHARED_SERVER_VARIABLE] = url;
}
