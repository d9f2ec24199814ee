import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  clusterFolders,
  makePrivateFolder,
  type ClusterFolders,
} from '../../telemetry-api/store/embedded/clusterFolders.ts';
import { initCluster, SUPERUSER } from '../../telemetry-api/store/embedded/initCluster.ts';
import { prepareNativePostgres, type NativePostgres } from '../../telemetry-api/store/embedded/nativePostgres.ts';
import { serverSettings } from '../../telemetry-api/store/embedded/serverSettings.ts';
import { asUser, chooseServerUser, type ServerUser } from '../../telemetry-api/store/embedded/serverUser.ts';
import { waitForServerStop } from '../../telemetry-api/store/embedded/stopServer.ts';
import { findPostmaster } from '../../telemetry-api/store/embedded/postmaster.ts';
import { startSupervisedServer } from '../../telemetry-api/store/embedded/supervisor.ts';

/** A separate database server with the settings of the embedded one and durable writes. */
export interface Engine {
  readonly name: string;
  urlOf(database: string): string;
  /** Runs a statement on the maintenance database, such as CREATE DATABASE. */
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

const DEBIAN_BIN = '/usr/lib/postgresql/15/bin';

export function hasDebianPostgres(): boolean {
  return existsSync(path.join(DEBIAN_BIN, 'postgres'));
}

/** The PostgreSQL 18 that npm installed. */
export async function openEmbeddedEngine(root: string): Promise<Engine> {
  return openEngine('embedded 18', root, async (folders, user) => {
    const native = prepareNativePostgres(user, root);
    await initCluster(folders, native, user, true);
    return native;
  });
}

/** The PostgreSQL 15 of Debian 12. */
export async function openDebianEngine(root: string): Promise<Engine> {
  return openEngine('Debian 15', root, async (folders, user) => {
    const native = { postgres: path.join(DEBIAN_BIN, 'postgres'), initdb: path.join(DEBIAN_BIN, 'initdb') };
    const made = spawnSync(
      native.initdb,
      ['-D', folders.data, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--no-locale'],
      { ...asUser(user), cwd: folders.root, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8' }
    );
    if (made.status !== 0) {
      throw new Error(`initdb of Debian's PostgreSQL failed: ${made.error?.message ?? made.stderr}`);
    }
    return native;
  });
}

async function openEngine(
  name: string,
  root: string,
  initialize: (folders: ClusterFolders, user: ServerUser | undefined) => Promise<NativePostgres>
): Promise<Engine> {
  const user = chooseServerUser(root);
  const folders = clusterFolders(root);
  makePrivateFolder(root, user);
  makePrivateFolder(folders.run, user);
  const native = await initialize(folders, user);
  const membership = await startSupervisedServer(folders, native, user, serverSettings(true));
  const urlOf = (database: string) =>
    `postgres://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(folders.run)}`;
  return {
    name,
    urlOf,
    run: async (sql) => {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      try {
        await client.query(sql);
      } finally {
        await client.end();
      }
    },
    close: async () => {
      const pid = findPostmaster(folders.data)?.pid;
      membership.leave();
      if (pid !== undefined) {
        await waitForServerStop(folders, pid);
      }
    },
  };
}
