import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseRoot, clusterFolders, makePrivateFolder, type ClusterFolders } from './clusterFolders.ts';
import { initCluster, SUPERUSER } from './initCluster.ts';
import { hasMembers, joinServer, type Membership } from './membership.ts';
import { prepareNativePostgres } from './nativePostgres.ts';
import { disownPid, findPostmaster, stopPostmaster, waitUntilGone } from './postmaster.ts';
import { chooseServerUser } from './serverUser.ts';
import { ServerStartError, startServer } from './supervisor.ts';
import { withStartLock } from './startLock.ts';

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
const STOP_TIMEOUT_MS = 60_000;
const WATCH_MS = 2000;

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
    (await joinServer(folders.run)) ?? (await joinOrStart(folders, options.isDurable ?? true));
  makePrivateFolder(root, user);
  let membership = await enter();
  await untilReady(folders);

  // A supervisor that was killed, or a server that crashed: come back under the same address.
  let isClosed = false;
  let coming: Promise<void> = Promise.resolve();
  const watch = setInterval(() => {
    if (!isClosed && !membership.isSupervised()) {
      membership.leave();
      coming = coming
        .then(async () => {
          membership = isClosed ? membership : await enter();
        })
        .catch(() => undefined);
    }
  }, WATCH_MS);
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
        await waitForLastStop(folders, pid);
      }
      if (path.dirname(folders.run) !== root) {
        await removeFarRunFolder(folders);
      }
    },
  };

  async function joinOrStart(at: ClusterFolders, isDurable: boolean): Promise<Membership> {
    return withStartLock(at.lock, START_LOCK_TIMEOUT_MS, async () => {
      const joined = await joinServer(at.run);
      if (joined !== undefined) {
        return joined;
      }
      await clearTheWay(at);
      makePrivateFolder(at.run, user);
      const native = prepareNativePostgres(user, root);
      initCluster(at, native, user, isDurable);
      return startPatiently(() => startServer(at, native, user, serverSettings(isDurable)));
    });
  }
}

/** No supervisor answers: a server that still runs is stopping, or has lost its supervisor and is to be stopped. */
async function clearTheWay(folders: ClusterFolders): Promise<void> {
  const pid = findPostmaster(folders.data)?.pid;
  if (pid !== undefined) {
    stopPostmaster(pid);
    if (!(await waitUntilGone(folders.data, pid, STOP_TIMEOUT_MS))) {
      throw new Error(`The PostgreSQL of ${folders.data} (process ${pid}) does not stop. End it and try again.`);
    }
  }
  disownPid(folders.data);
}

/** The sessions of a killed server hold its memory for a moment longer than it lives. */
async function startPatiently(start: () => Promise<Membership>): Promise<Membership> {
  const deadlineMs = Date.now() + STOP_TIMEOUT_MS;
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
async function untilReady(folders: ClusterFolders): Promise<void> {
  const deadlineMs = Date.now() + START_LOCK_TIMEOUT_MS;
  while (findPostmaster(folders.data)?.isReady !== true) {
    if (Date.now() > deadlineMs) {
      throw new Error(`The embedded PostgreSQL did not get ready. Its log is ${folders.log}.`);
    }
    await sleep(5);
  }
}

async function waitForLastStop(folders: ClusterFolders, pid: number): Promise<void> {
  const startedMs = Date.now();
  let isAsked = false;
  while (findPostmaster(folders.data)?.pid === pid && !hasMembers(folders.run)) {
    const waitedMs = Date.now() - startedMs;
    if (!isAsked && waitedMs > 1000) {
      // The supervisor would have asked within milliseconds: it was killed.
      stopPostmaster(pid);
      isAsked = true;
    }
    if (waitedMs > STOP_TIMEOUT_MS) {
      return;
    }
    await sleep(10);
  }
}

/** A folder in /tmp is not left behind, unless the next server already lives in it. */
async function removeFarRunFolder(folders: ClusterFolders): Promise<void> {
  await withStartLock(folders.lock, START_LOCK_TIMEOUT_MS, async () => {
    if (findPostmaster(folders.data) === undefined) {
      rmSync(folders.run, { recursive: true, force: true });
    }
  });
}

function serverSettings(isDurable: boolean): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    max_locks_per_transaction: '256',
    shared_buffers: isDurable ? '256MB' : '32MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    random_page_cost: '1.1',
    jit: 'off',
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
}
