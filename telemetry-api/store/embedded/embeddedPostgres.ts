import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseRoot, clusterFolders, makePrivateFolder, type ClusterFolders } from './clusterFolders.ts';
import { initCluster, SUPERUSER } from './initCluster.ts';
import { joinServer, type Membership } from './membership.ts';
import { prepareNativePostgres } from './nativePostgres.ts';
import { findPostmaster } from './postmaster.ts';
import { serverSettings } from './serverSettings.ts';
import { chooseServerUser } from './serverUser.ts';
import { ServerStartError, startSupervisedServer } from './supervisor.ts';
import { withStartLock } from './startLock.ts';
import { stopLeftoverServer, removeRunFolder, waitForServerStop } from './stopServer.ts';

export interface EmbeddedOptions {
  /** Folders to keep the database in, the first that the server's account can reach is taken. */
  readonly candidates: readonly string[];
  /** False only for throw-away databases: a power cut then costs them. */
  readonly isDurable?: boolean;
}

export interface EmbeddedPostgres {
  readonly root: string;
  /** For `pg`: a host that is a folder means the socket in it. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Gives the server up. It stops with its last user, who waits here until it has. */
  close(): Promise<void>;
}

const START_LOCK_TIMEOUT_MS = 330_000;
/** The sessions of a killed server hold its memory for a moment longer than it lives. */
const MEMORY_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 2000;

/**
 * Opens the embedded PostgreSQL of a data folder: joins the server that already runs there, whichever process started it,
 * waits for one that is stopping, or starts one.
 * @throws with what to do, when the folder cannot be used or the server does not start.
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = chooseServerUser(path.join(options.candidates[0] ?? '', 'data'));
  const root = chooseRoot(options.candidates, user);
  const folders = clusterFolders(root);

  const enter = async (): Promise<Membership> =>
    (await joinRunning(folders)) ?? (await joinOrStart(folders, options.isDurable ?? true));
  makePrivateFolder(root, user);
  let membership = await enter();
  await waitUntilReady(folders);

  // A supervisor that was killed, or a server that crashed: come back under the same address.
  let isClosed = false;
  let coming: Promise<void> = Promise.resolve();
  const isServed = () => membership.isSupervised() && findPostmaster(folders.data) !== undefined;
  const watch = setInterval(() => {
    if (!isClosed && !isServed()) {
      membership.leave();
      coming = coming
        .then(async () => {
          if (!isClosed && !isServed()) {
            membership = await enter();
          }
        })
        .catch(() => undefined);
    }
  }, WATCH_INTERVAL_MS);
  watch.unref();

  return {
    root,
    connection: { host: folders.run, user: SUPERUSER, database: 'postgres' },
    close: async () => {
      isClosed = true;
      clearInterval(watch);
      await coming;
      const pid = findPostmaster(folders.data)?.pid;
      membership.leave();
      if (pid !== undefined) {
        await waitForServerStop(folders, pid);
      }
      if (path.dirname(folders.run) !== root) {
        await withStartLock(folders.lock, START_LOCK_TIMEOUT_MS, async () => removeRunFolder(folders));
      }
    },
  };

  async function joinOrStart(at: ClusterFolders, isDurable: boolean): Promise<Membership> {
    return withStartLock(at.lock, START_LOCK_TIMEOUT_MS, async () => {
      const joined = await joinRunning(at);
      if (joined !== undefined) {
        return joined;
      }
      await stopLeftoverServer(at);
      makePrivateFolder(at.run, user);
      const native = prepareNativePostgres(user, root);
      initCluster(at, native, user, isDurable);
      return startWithRetry(() => startSupervisedServer(at, native, user, serverSettings(isDurable)));
    });
  }
}

/**
 * Joins, unless there is nothing left to join: of a supervisor that was killed, the half that answers lives on and does not notice
 * when the server goes. Nor is there anything yet while a server is being started; the start lock tells these two apart.
 */
async function joinRunning(folders: ClusterFolders): Promise<Membership | undefined> {
  const joined = await joinServer(folders.run);
  if (joined !== undefined && findPostmaster(folders.data) === undefined) {
    joined.leave();
    return undefined;
  }
  return joined;
}

async function startWithRetry(start: () => Promise<Membership>): Promise<Membership> {
  const deadlineMs = Date.now() + MEMORY_TIMEOUT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const isHeld = error instanceof ServerStartError && error.reason.includes('pre-existing shared memory block');
      if (!isHeld || Date.now() > deadlineMs) {
        throw error;
      }
      await sleep(100);
    }
  }
}

/** Whoever joins while the starter still waits has an answer from the supervisor, but no server yet. */
async function waitUntilReady(folders: ClusterFolders): Promise<void> {
  const deadlineMs = Date.now() + START_LOCK_TIMEOUT_MS;
  while (findPostmaster(folders.data)?.isReady !== true) {
    if (Date.now() > deadlineMs) {
      throw new Error(`The embedded PostgreSQL did not get ready. Its log is ${folders.log}.`);
    }
    await sleep(5);
  }
}
