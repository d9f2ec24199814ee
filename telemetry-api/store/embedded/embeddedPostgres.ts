import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clusterFolders,
  describeFolderError,
  makePrivateFolder,
  makeRoot,
  type ClusterFolders,
} from './clusterFolders.ts';
import { initCluster, SUPERUSER } from './initCluster.ts';
import { joinServer, type Membership } from './membership.ts';
import { prepareNativePostgres } from './nativePostgres.ts';
import { findPostmaster } from './postmaster.ts';
import { serverSettings } from './serverSettings.ts';
import { chooseServerUser } from './serverUser.ts';
import { ServerStartError, startSupervisedServer } from './supervisor.ts';
import { withStartLock } from './startLock.ts';
import { stopLeftoverServer, removeRunFolder, removeRunFolderIfEmpty, waitForServerStop } from './stopServer.ts';
import { startStopwatch } from '../../stopwatch.ts';

export interface EmbeddedOptions {
  /** Candidate folders for the database. The first that the server's account can access is used. */
  readonly candidates: readonly string[];
  /** False only for disposable databases, which a power cut can corrupt. */
  readonly isDurable?: boolean;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

export interface EmbeddedPostgres {
  readonly root: string;
  /** For `pg`, a folder as host means the socket in that folder. */
  readonly connection: { readonly host: string; readonly user: string; readonly database: string };
  /** Why a crashed server could not be started again at the last attempt; undefined while it runs. */
  restartError(): unknown;
  /** Leaves the server. It stops after its last user has left, who waits here until it has stopped. */
  close(): Promise<void>;
}

const START_LOCK_TIMEOUT_MS = 330_000;
/** Sessions of a killed server hold its shared memory for a short time after it has ended. */
const MEMORY_TIMEOUT_MS = 60_000;
const WATCH_INTERVAL_MS = 2000;

/**
 * Opens the embedded PostgreSQL of a data folder. Joins a running server, whichever process started it, or starts one after
 * waiting for a server that is stopping.
 * @throws if the folder cannot be used or the server does not start; the message says what to do
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = chooseServerUser(path.join(options.candidates[0] ?? '', 'data'));
  const { root, undo } = makeRoot(options.candidates, user);
  const folders = clusterFolders(root);

  const enter = async (signal?: AbortSignal): Promise<Membership> =>
    (await joinRunning(folders)) ?? (await joinOrStart(folders, options.isDurable ?? true, signal));
  let membership: Membership;
  try {
    membership = await enter(options.signal);
  } catch (error) {
    removeRunFolderIfEmpty(folders);
    undo();
    throw describeFolderError(error, path.dirname(root));
  }
  try {
    await waitUntilReady(folders, options.signal);
  } catch (error) {
    membership.leave();
    throw error;
  }

  // If the supervisor was killed or the server crashed, restart it at the same address.
  let isClosed = false;
  let coming: Promise<void> = Promise.resolve();
  let restartError: unknown;
  const isServed = () => membership.isSupervised() && findPostmaster(folders.data) !== undefined;
  const watch = setInterval(() => {
    if (!isClosed && !isServed()) {
      membership.leave();
      coming = coming
        .then(async () => {
          if (!isClosed && !isServed()) {
            membership = await enter();
          }
          restartError = undefined;
        })
        .catch((error: unknown) => {
          restartError = describeFolderError(error, path.dirname(root));
        });
    }
  }, WATCH_INTERVAL_MS);
  watch.unref();

  return {
    root,
    connection: { host: folders.run, user: SUPERUSER, database: 'postgres' },
    restartError: () => restartError,
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
        await withStartLock(folders.lock, START_LOCK_TIMEOUT_MS, async () => removeRunFolder(folders), { user });
      }
    },
  };

  async function joinOrStart(at: ClusterFolders, isDurable: boolean, signal?: AbortSignal): Promise<Membership> {
    const start = async () => {
      const joined = await joinRunning(at);
      if (joined !== undefined) {
        return joined;
      }
      await stopLeftoverServer(at, user);
      makePrivateFolder(at.run, user);
      const native = prepareNativePostgres(user, root);
      await initCluster(at, native, user, isDurable, signal);
      return startWithRetry(() => startSupervisedServer(at, native, user, serverSettings(isDurable), signal), signal);
    };
    return withStartLock(at.lock, START_LOCK_TIMEOUT_MS, start, { user, signal });
  }
}

/**
 * Joins the server if there is one. When a supervisor is killed, its answering shell lives on and does not notice that the server ends,
 * so an answer alone does not prove that a server runs. The same holds while a server is starting; the start lock tells the cases apart.
 */
async function joinRunning(folders: ClusterFolders): Promise<Membership | undefined> {
  const joined = await joinServer(folders.run);
  if (joined !== undefined && findPostmaster(folders.data) === undefined) {
    joined.leave();
    return undefined;
  }
  return joined;
}

async function startWithRetry(start: () => Promise<Membership>, signal?: AbortSignal): Promise<Membership> {
  const waited = startStopwatch();
  for (;;) {
    try {
      return await start();
    } catch (error) {
      const isHeld = error instanceof ServerStartError && error.reason.includes('pre-existing shared memory block');
      if (!isHeld || waited.elapsedMs() > MEMORY_TIMEOUT_MS) {
        throw error;
      }
      await sleep(100, undefined, { signal });
    }
  }
}

/** A process that joins during startup gets an answer from the supervisor before the server is ready. */
async function waitUntilReady(folders: ClusterFolders, signal?: AbortSignal): Promise<void> {
  const waited = startStopwatch();
  while (findPostmaster(folders.data)?.isReady !== true) {
    if (waited.elapsedMs() > START_LOCK_TIMEOUT_MS) {
      throw new Error(`The embedded PostgreSQL did not become ready. See its log: ${folders.log}.`);
    }
    await sleep(5, undefined, { signal });
  }
}
