import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import type { ClusterFolders } from './clusterFolders.ts';
import { CLOSING_MODE, joinServer, type Membership, newMembersFifo } from './membership.ts';
import type { NativePostgres } from './nativePostgres.ts';
import { untilReady } from './postmaster.ts';
import { serverSettings } from './serverSettings.ts';
import { asUser, type ServerUser, withRightsOf } from './serverUser.ts';
import { errorCode } from '../../errorCode.ts';

/**
 * Two shells supervise the server, in their own session so that Ctrl-C in a terminal does not reach them.
 * One stops the server when the FIFO has lost its last writer: `read` reaches end-of-file. Because another process may open it at that moment,
 * the shell first tells by the mode that it is closing, and then reads again: a process that came before answers with a line.
 * The other waits for the server and then kills the first one, so that members notice when the server has crashed.
 * Descriptor 3 is temporary: it prevents the open for reading from blocking if the starting process has died.
 */
const SUPERVISOR = `
fifo=$1; shift
exec 3<>"$fifo" 4<"$fifo" 3>&-
"$@" 4<&- &
server=$!
{
  until
    while read -r line; do :; done
    chmod ${CLOSING_MODE.toString(8)} "$fifo" 2>/dev/null
    ! read -r line
  do chmod 600 "$fifo"; done
  kill -INT "$server"
} <&4 &
members=$!
exec 4<&-
wait "$server"
kill "$members" 2>/dev/null
`;

const LOG_LIMIT_BYTES = 5_000_000;

/** The server exited during startup; `reason` is the end of its log. */
export class ServerStartError extends Error {
  readonly reason: string;
  /** As that of an error of the file system, if the disk is full. */
  readonly code: 'ENOSPC' | undefined;

  constructor(reason: string) {
    super(`The embedded PostgreSQL did not start. Its log:\n${reason}`);
    this.name = 'ServerStartError';
    this.reason = reason;
    this.code = /(?:FATAL|PANIC): .*No space left on device/.test(reason) ? 'ENOSPC' : undefined;
  }
}

/**
 * Starts the server and its supervisor and returns the first membership once the server is ready.
 * Call it while holding the start lock, with no server running on the data folder.
 * @throws ServerStartError
 */
export async function startSupervisedServer(
  folders: ClusterFolders,
  native: NativePostgres,
  user: ServerUser | undefined,
  isDurable: boolean,
  signal?: AbortSignal
): Promise<Membership> {
  const logFrom = rotateLog(folders.log);
  const fifo = newMembersFifo(folders.run);
  // Files of a killed server, including the lock file of its socket, whose pid another program may have been given.
  for (const name of readdirSync(folders.run)) {
    rmSync(path.join(folders.run, name), { force: true });
  }
  execFileSync('mkfifo', ['-m', '600', fifo], asUser(user));
  const log = openLog(folders.log, user);
  // Held open for writing until this process has joined, so that the supervisor never sees the FIFO without a writer.
  const starter = openSync(fifo, constants.O_RDWR);
  try {
    const settings = Object.entries(serverSettings(isDurable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const command = [native.postgres, '-D', folders.data, '-k', folders.run, ...settings];
    const supervisor = spawn('/bin/sh', ['-c', SUPERVISOR, 'telemetry-api-supervisor', fifo, ...command], {
      ...asUser(user),
      cwd: folders.root,
      detached: true,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    });
    let ended = false;
    supervisor.once('error', () => (ended = true));
    supervisor.once('exit', () => (ended = true));
    supervisor.unref();

    const isReady = await untilReady(folders.data, () => ended, signal);
    const membership = isReady ? joinServer(folders.run) : undefined;
    if (membership === undefined) {
      throw new ServerStartError(readLog(log, logFrom));
    }
    return membership;
  } finally {
    closeSync(starter);
    closeSync(log);
  }
}

/** Opens the log to append to it and to read its end. For root, not through a link of the account that owns the folder. */
function openLog(log: string, user: ServerUser | undefined): number {
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW } = constants;
  const flags = O_RDWR | O_APPEND | O_CREAT | (user === undefined ? 0 : O_NOFOLLOW);
  try {
    return withRightsOf(user, () => openSync(log, flags, 0o600));
  } catch (error) {
    if (user !== undefined && ['ELOOP', 'EACCES', 'EISDIR'].includes(errorCode(error) ?? '')) {
      throw new Error(
        `The log ${log} cannot be written by ${user.name}: it is a link or belongs to another account. Remove it.`
      );
    }
    throw error;
  }
}

/** Rotates a long log. Returns the offset at which the next start appends. */
function rotateLog(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_LIMIT_BYTES) {
    return size;
  }
  renameSync(log, `${log}.1`);
  return 0;
}

function readLog(log: number, from: number): string {
  const bytes = Buffer.alloc(Math.max(0, fstatSync(log).size - from));
  readSync(log, bytes, 0, bytes.length, from);
  return bytes.toString('utf8').trim().split('\n').slice(-12).join('\n');
}
