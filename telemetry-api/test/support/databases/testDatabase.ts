import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../../../store/database/database.ts';

export interface TestDatabase extends Database {
  /** For export files and other data. */
  readonly dataDir: string;
}

interface TestDatabaseOptions {
  readonly poolSize?: number;
  /** A server of its own, which the test may kill; without effect with TEST_DATABASE_URL. */
  readonly isAlone?: boolean;
  /** For a restore: tables as of an earlier version, without rows. */
  readonly schemaVersion?: number;
}

/** Set by sharedServer.ts. */
export const SHARED_SERVER_VARIABLE = 'TEST_SHARED_SERVER_URL';
/** On the shared server: a migrated database without rows. */
export const TEMPLATE = 'test_template';

/**
 * A new, migrated database that `close` deletes: on the server that the tests of a run share, or with TEST_DATABASE_URL on that server,
 * whose user needs the right to create databases. Outside of Jest, on an embedded server of its own.
 */
export async function openTestDatabase({
  poolSize = 4,
  isAlone = false,
  schemaVersion,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const dataDir = makeTestFolder();
  const sharedUrl = isAlone ? undefined : process.env[SHARED_SERVER_VARIABLE];
  const serverUrl = process.env.TEST_DATABASE_URL ?? sharedUrl;
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e9)}`;
  if (serverUrl !== undefined) {
    await onServer(
      serverUrl,
      `CREATE DATABASE ${name}${serverUrl === sharedUrl && schemaVersion === undefined ? ` TEMPLATE ${TEMPLATE}` : ''}`
    );
  }
  const databaseUrl = serverUrl === undefined ? undefined : withDatabaseName(serverUrl, name);
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    isDurable: false,
    poolSize,
    restoredSchemaVersion: schemaVersion,
  });
  return {
    ...database,
    dataDir,
    close: async () => {
      await database.close();
      if (serverUrl !== undefined) {
        await onServer(serverUrl, `DROP DATABASE ${name}`);
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A folder that the account of the embedded server can also enter when the tests run as root. */
export function makeTestFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'telemetry-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Runs a statement that cannot run in a transaction. */
export async function onServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

export function withDatabaseName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
