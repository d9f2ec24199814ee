import { rmdirSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFolders } from './clusterFolders.ts';
import { hasMembers } from './membership.ts';
import { replaceStalePid, findPostmaster, stopPostmaster, waitUntilGone } from './postmaster.ts';
import type { ServerUser } from './serverUser.ts';
import { startStopwatch } from '../../stopwatch.ts';

const STOP_TIMEOUT_MS = 60_000;
/** The supervisor stops the server within milliseconds after its last member has left; after this time it must have been killed. */
const SUPERVISOR_TIMEOUT_MS = 1000;

/** Stops a server that no supervisor answers for: it is already stopping or has lost its supervisor. */
export async function stopLeftoverServer(folders: ClusterFolders, user: ServerUser | undefined): Promise<void> {
  const pid = findPostmaster(folders.data)?.pid;
  if (pid !== undefined) {
    stopPostmaster(pid);
    if (!(await waitUntilGone(folders.data, pid, STOP_TIMEOUT_MS))) {
      throw new Error(`The PostgreSQL of ${folders.data} (process ${pid}) does not stop. End it and try again.`);
    }
  }
  replaceStalePid(folders.data, user);
}

/** Call it after leaving: waits for the server to stop if no other process uses it. */
export async function waitForServerStop(folders: ClusterFolders, pid: number): Promise<void> {
  const waited = startStopwatch();
  let isStopRequested = false;
  while (findPostmaster(folders.data)?.pid === pid && !hasMembers(folders.run)) {
    const waitedMs = waited.elapsedMs();
    if (!isStopRequested && waitedMs > SUPERVISOR_TIMEOUT_MS) {
      stopPostmaster(pid);
      isStopRequested = true;
    }
    if (waitedMs > STOP_TIMEOUT_MS) {
      return;
    }
    await sleep(10);
  }
}

/** After a start that failed before the server was started. */
export function removeRunFolderIfEmpty(folders: ClusterFolders): void {
  try {
    rmdirSync(folders.run);
  } catch {
    // Not created, or in use.
  }
}

/** Removes the folder in /tmp unless the next server already uses it. Call it while holding the start lock. */
export function removeRunFolder(folders: ClusterFolders): void {
  if (findPostmaster(folders.data) === undefined) {
    rmSync(folders.run, { recursive: true, force: true });
  }
}
