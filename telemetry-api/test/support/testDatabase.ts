import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openDatabase, type Database } from '../../store/database/database.ts';

export interface TestDatabase extends Database {
  /** For export files and other data. */
  readonly dataDir: string;
}

/**
 * A new, migrated database that `close` deletes: an embedded one, or with TEST_DATABASE_URL a separate one on that server, whose
 * user needs the right to create databases.
 */
export async function openTestDatabase(poolSize = 4): Promise<TestDatabase> {
  const dataDir = makeTestFolder();
  const serverUrl = process.env.TEST_DATABASE_URL;
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e9)}`;
  if (serverUrl !== undefined) {
    await onServer(serverUrl, `CREATE DATABASE ${name}`);
  }
  const databaseUrl = serverUrl === undefined ? undefined : withDatabaseName(serverUrl, name);
  const database = await openDatabase({ databaseUrl, dataDir, isDurable: false, poolSize });
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

async function onServer(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql);
  await client.end();
}

function withDatabaseName(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
