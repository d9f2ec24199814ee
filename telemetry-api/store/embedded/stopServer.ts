import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFolders } from './clusterFolders.ts';
import { hasMembers } from './membership.ts';
import { replaceStalePid, findPostmaster, stopPostmaster, waitUntilGone } from './postmaster.ts';

const STOP_TIMEOUT_MS = 60_000;
/** The supervisor asks the server to stop within milliseconds of its last member; after this long it must have been killed. */
const SUPERVISOR_TIMEOUT_MS = 1000;

/** No supervisor answers: a server that still runs is stopping, or has lost its supervisor and is to be stopped. */
export async function stopLeftoverServer(folders: ClusterFolders): Promise<void> {
  const pid = findPostmaster(folders.data)?.pid;
  if (pid !== undefined) {
    stopPostmaster(pid);
    if (!(await waitUntilGone(folders.data, pid, STOP_TIMEOUT_MS))) {
      throw new Error(`The PostgreSQL of ${folders.data} (process ${pid}) does not stop. End it and try again.`);
    }
  }
  replaceStalePid(folders.data);
}

/** After leaving: waits for the server to go if nobody else uses it. */
export async function waitForServerStop(folders: ClusterFolders, pid: number): Promise<void> {
  const startedMs = Date.now();
  let isStopRequested = false;
  while (findPostmaster(folders.data)?.pid === pid && !hasMembers(folders.run)) {
    const waitedMs = Date.now() - startedMs;
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

/** A folder in /tmp is not left behind, unless the next server already lives in it. To be called under the start lock. */
export function removeRunFolder(folders: ClusterFolders): void {
  if (findPostmaster(folders.data) === undefined) {
    rmSync(folders.run, { recursive: true, force: true });
  }
}
