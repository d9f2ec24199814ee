import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../errorCode.ts';
import { startStopwatch, type Stopwatch } from '../../stopwatch.ts';

/**
 * A server runs as long as at least one process holds its FIFO open for writing, and stops after the last one.
 * The kernel does the counting: it closes the file when a process ends for any reason, including SIGKILL.
 */
export interface Membership {
  /** False once the supervisor has ended or is stopping, or if its server was replaced by another. */
  isSupervised(): boolean;
  leave(): void;
}

const RESEND_INTERVAL_MS = 200;
const JOIN_TIMEOUT_MS = 30_000;
let joined = 0;

export function membersFifo(runFolder: string): string {
  return path.join(runFolder, 'alive');
}

/**
 * Joins the server whose supervisor reads the FIFO in `runFolder`; undefined if there is none, or if it is stopping.
 * The supervisor answers by creating a file. The answer is required: the supervisor may have seen its last member leave at the
 * moment this process opened the FIFO. Once it has answered, it counts this process as a member.
 */
export async function joinServer(runFolder: string): Promise<Membership | undefined> {
  const fd = open(membersFifo(runFolder), constants.O_WRONLY | constants.O_NONBLOCK);
  if (fd === undefined) {
    return undefined;
  }
  const answer = path.join(runFolder, `joined.${process.pid}.${joined++}`);
  const waited = startStopwatch();
  let sent: Stopwatch | undefined;
  while (!existsSync(answer)) {
    if (sent === undefined || sent.elapsedMs() >= RESEND_INTERVAL_MS) {
      if (!send(fd, `${path.basename(answer)}\n`)) {
        closeSync(fd);
        return undefined;
      }
      sent = startStopwatch();
    }
    if (waited.elapsedMs() > JOIN_TIMEOUT_MS) {
      closeSync(fd);
      throw new Error(
        `The supervisor of the database does not respond (${runFolder}). End its processes and try again.`
      );
    }
    await sleep(3);
  }
  rmSync(answer, { force: true });
  let isOpen = true;
  return {
    isSupervised: () => isOpen && isAt(fd, membersFifo(runFolder)) && send(fd, '\n'),
    leave: () => {
      if (isOpen) {
        isOpen = false;
        closeSync(fd);
      }
    },
  };
}

/** Whether any process is a member. Reading a FIFO returns end-of-file without a writer, and EAGAIN with one. */
export function hasMembers(runFolder: string): boolean {
  const fd = open(membersFifo(runFolder), constants.O_RDONLY | constants.O_NONBLOCK);
  if (fd === undefined) {
    return false;
  }
  try {
    // Bytes read here come from a joining process, which sends them again.
    return readSync(fd, Buffer.alloc(512)) > 0;
  } catch (error) {
    return errorCode(error) === 'EAGAIN';
  } finally {
    closeSync(fd);
  }
}

/** Whether an open file is still the file at that path. */
function isAt(fd: number, file: string): boolean {
  return fstatSync(fd).ino === statSync(file, { throwIfNoEntry: false })?.ino;
}

function send(fd: number, line: string): boolean {
  try {
    writeSync(fd, line);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EAGAIN') {
      return true;
    }
    if (errorCode(error) === 'EPIPE') {
      return false;
    }
    throw error;
  }
}

/** Opens the FIFO. Nothing else is opened in its place, such as a file that the owner of the folder has put or linked there. */
function open(file: string, flags: number): number | undefined {
  try {
    const fd = openSync(file, flags | constants.O_NOFOLLOW);
    if (fstatSync(fd).isFIFO()) {
      return fd;
    }
    closeSync(fd);
    return undefined;
  } catch (error) {
    if (['ENOENT', 'ENXIO', 'ELOOP'].includes(errorCode(error) ?? '')) {
      return undefined;
    }
    throw error;
  }
}
