import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder, type ClusterFolders } from './clusterFolders.ts';
import { initCluster } from './initCluster.ts';
import { hasMembers, joinServer, type Membership } from './membership.ts';
import { prepareNativePostgres } from './nativePostgres.ts';
import { findPostmaster, replaceStalePid, stopPostmaster } from './postmaster.ts';
import type { ServerUser } from './serverUser.ts';
import { ServerStartError, startSupervisedServer } from './supervisor.ts';
import { withStartLock } from './startLock.ts';
import { startStopwatch } from '../../stopwatch.ts';

/** Where a server runs, and how. */
export interface ServerPlace {
  readonly folders: ClusterFolders;
  readonly user: ServerUser | undefined;
  /** False only for disposable databases, which a power cut can corrupt. */
  readonly isDurable: boolean;
}

const START_LOCK_TIMEOUT_MS = 330_000;
const STOP_TIMEOUT_MS = 60_000;
/** The supervisor stops the server within milliseconds after its last member has left; after this time it must have been killed. */
const SUPERVISOR_TIMEOUT_MS = 1000;
/** Sessions of a killed server hold its shared memory for a short time after it has ended. */
const MEMORY_TIMEOUT_MS = 60_000;

/**
 * The rule by which processes share the server of a data folder: it runs as long as one of them is a member. Who finds it ready joins it; otherwise
 * one at a time waits for the server that stops, and starts the next one.
 * @throws if the server does not start; the message says what to do
 */
export async function enterServer(place: ServerPlace, signal?: AbortSignal): Promise<Membership> {
  const { folders, user } = place;
  const joinOrStart = async () => {
    let joined: Membership | undefined;
    const pid = await waitForStop(folders, () => (joined = joinReady(folders)) !== undefined, signal);
    if (joined === undefined && pid !== undefined) {
      throw new Error(`The PostgreSQL of ${folders.data} (process ${pid}) does not stop. End it and try again.`);
    }
    return joined ?? startServer(place, signal);
  };
  return joinReady(folders) ?? withStartLock(folders.lock, START_LOCK_TIMEOUT_MS, joinOrStart, { user, signal });
}

/** Leaves the server. Waits for it to stop if no other process uses it. */
export async function leaveServer({ folders, user }: ServerPlace, membership: Membership): Promise<void> {
  membership.leave();
  await waitForStop(folders, () => hasMembers(folders.run));
  if (path.dirname(folders.run) !== folders.root) {
    // It is in /tmp, and the next server may use it already.
    const remove = async () => {
      if (findPostmaster(folders.data) === undefined) {
        rmSync(folders.run, { recursive: true, force: true });
      }
    };
    await withStartLock(folders.lock, START_LOCK_TIMEOUT_MS, remove, { user });
  }
}

/**
 * When a supervisor is killed, its shell that reads the FIFO lives on and does not notice that the server ends, so that joining alone
 * does not prove that a server runs.
 */
function joinReady({ data, run }: ClusterFolders): Membership | undefined {
  const joined = joinServer(run);
  if (findPostmaster(data)?.isReady === true) {
    return joined;
  }
  joined?.leave();
  return undefined;
}

/** Waits until no server runs, or `isOver`; stops one that has lost its supervisor. @returns the process of one that still runs */
async function waitForStop(
  { data }: ClusterFolders,
  isOver: () => boolean,
  signal?: AbortSignal
): Promise<number | undefined> {
  const waited = startStopwatch();
  for (;;) {
    const pid = findPostmaster(data)?.pid;
    if (pid === undefined || isOver() || waited.elapsedMs() > STOP_TIMEOUT_MS) {
      return pid;
    }
    if (waited.elapsedMs() > SUPERVISOR_TIMEOUT_MS) {
      stopPostmaster(pid);
    }
    await sleep(10, undefined, { signal });
  }
}

/** Call it while holding the start lock, with no server running. */
async function startServer({ folders, user, isDurable }: ServerPlace, signal?: AbortSignal): Promise<Membership> {
  replaceStalePid(folders.data, user);
  makePrivateFolder(folders.run, user);
  const native = prepareNativePostgres(user, folders.root);
  await initCluster(folders, native, user, isDurable, signal);
  const waited = startStopwatch();
  for (;;) {
    try {
      return await startSupervisedServer(folders, native, user, isDurable, signal);
    } catch (error) {
      const isHeld = error instanceof ServerStartError && error.reason.includes('pre-existing shared memory block');
      if (!isHeld || waited.elapsedMs() > MEMORY_TIMEOUT_MS) {
        throw error;
      }
      await sleep(100, undefined, { signal });
    }
  }
}
