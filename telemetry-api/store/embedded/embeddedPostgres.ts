import { rmdirSync } from 'node:fs';
import path from 'node:path';
import { clusterFolders, describeFolderError, makeRoot } from './clusterFolders.ts';
import { enterServer, leaveServer, type ServerPlace } from './enterServer.ts';
import { SUPERUSER } from './initCluster.ts';
import type { Membership } from './membership.ts';
import { findPostmaster } from './postmaster.ts';
import { chooseServerUser } from './serverUser.ts';

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

const WATCH_INTERVAL_MS = 2000;

/**
 * Opens the embedded PostgreSQL of a data folder. Joins a running server, whichever process started it, or starts one after
 * waiting for a server that is stopping.
 * @throws if the folder cannot be used or the server does not start; the message says what to do
 */
export async function openEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const user = chooseServerUser(path.join(options.candidates[0] ?? '', 'data'));
  const { root, undo } = makeRoot(options.candidates, user);
  const place: ServerPlace = { folders: clusterFolders(root), user, isDurable: options.isDurable ?? true };
  const { data, run } = place.folders;

  let membership: Membership;
  try {
    membership = await enterServer(place, options.signal);
  } catch (error) {
    removeIfEmpty(run);
    undo();
    throw describeFolderError(error, path.dirname(root));
  }

  // If the supervisor was killed or the server crashed, restart it at the same address.
  let coming: Promise<void> | undefined;
  let restartError: unknown;
  const enterAgain = async () => {
    membership.leave();
    try {
      membership = await enterServer(place);
      restartError = undefined;
    } catch (error) {
      restartError = describeFolderError(error, path.dirname(root));
    }
    coming = undefined;
  };
  const watch = setInterval(() => {
    if (coming === undefined && !(membership.isSupervised() && findPostmaster(data) !== undefined)) {
      coming = enterAgain();
    }
  }, WATCH_INTERVAL_MS);
  watch.unref();

  return {
    root,
    connection: { host: run, user: SUPERUSER, database: 'postgres' },
    restartError: () => restartError,
    close: async () => {
      clearInterval(watch);
      await coming;
      await leaveServer(place, membership);
    },
  };
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not created, or in use.
  }
}
