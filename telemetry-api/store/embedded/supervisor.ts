import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  fchownSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterFolders } from './clusterFolders.ts';
import { joinServer, membersFifo, type Membership } from './membership.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { findPostmaster } from './postmaster.ts';
import { asUser, type ServerUser } from './serverUser.ts';

/**
 * Two small shells stand over the server, in a session of their own so that Ctrl-C in a terminal does not reach them.
 * One answers newcomers and, when the FIFO has lost its last writer, asks the server to stop (`read` sees the end).
 * The other waits for the server and takes the first one with it, so that the members notice when a server has crashed.
 * Descriptor 3 is there for a moment only: with it, opening for reading cannot block when the starter has died meanwhile.
 */
const SUPERVISOR = `
run=$1; shift
exec 3<>"$run/alive" 4<"$run/alive" 3>&-
"$@" 4<&- &
server=$!
{ while read -r name; do [ -z "$name" ] || : >"$run/$name"; done; kill -INT "$server"; } <&4 &
members=$!
exec 4<&-
wait "$server"
kill "$members" 2>/dev/null
`;

const LOG_LIMIT_BYTES = 5_000_000;
/** Recovery after a crash may read a lot; what ends the wait early is the server's own exit. */
const READY_TIMEOUT_MS = 300_000;

/** The server left at once; `reason` is what it logged. */
export class ServerStartError extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`The embedded PostgreSQL did not start. It says:\n${reason}`);
    this.name = 'ServerStartError';
    this.reason = reason;
  }
}

/**
 * Starts the server and its supervisor and returns the first membership, once the server answers.
 * To be called under the start lock, with no server on the data folder.
 * @throws ServerStartError
 */
export async function startSupervisedServer(
  folders: ClusterFolders,
  native: NativePostgres,
  user: ServerUser | undefined,
  settings: Readonly<Record<string, string>>
): Promise<Membership> {
  const logFrom = rotateLog(folders.log);
  const fifo = membersFifo(folders.run);
  // What a killed server left, its socket's lock file included: that one names a number which may be another program's by now.
  for (const name of readdirSync(folders.run)) {
    rmSync(path.join(folders.run, name), { force: true });
  }
  execFileSync('mkfifo', ['-m', '600', fifo], asUser(user));
  // Held for writing from before the supervisor looks until we are its member, so that it never finds itself alone.
  const starter = openSync(fifo, constants.O_RDWR);
  try {
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [native.postgres, '-D', folders.data, '-k', folders.run, ...options];
    const log = openSync(folders.log, 'a', 0o600);
    if (user !== undefined) {
      fchownSync(log, user.uid, user.gid);
    }
    const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'telemetry-api-supervisor', folders.run, ...command], {
      ...asUser(user),
      cwd: folders.root,
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    let ended = false;
    supervisor.once('error', () => (ended = true));
    supervisor.once('exit', () => (ended = true));
    supervisor.unref();

    const deadlineMs = Date.now() + READY_TIMEOUT_MS;
    while (findPostmaster(folders.data)?.isReady !== true) {
      if (ended || Date.now() > deadlineMs) {
        throw new ServerStartError(readLog(folders.log, logFrom));
      }
      await sleep(5);
    }
    const membership = await joinServer(folders.run);
    if (membership === undefined) {
      throw new ServerStartError(readLog(folders.log, logFrom));
    }
    return membership;
  } finally {
    closeSync(starter);
  }
}

/** Sets a long log aside, and returns where the next start begins to write. */
function rotateLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) {
    return size;
  }
  renameSync(log, `${log}.1`);
  return 0;
}

function readLog(log: string, from: number): string {
  return readFileSync(log).subarray(from).toString('utf8').trim().split('\n').slice(-12).join('\n');
}
