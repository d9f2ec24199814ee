import { closeSync, constants, existsSync, fstatSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../../errorCode.ts';

/**
 * A running server stays for as long as one process holds its FIFO open for writing, and goes with the last one.
 * The kernel keeps the count: it closes the file of a process that ends in any way, SIGKILL included.
 */
export interface Membership {
  /** False once the supervisor is gone or on its way out, or stands over a server that was replaced by another. */
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
 * Joins the server whose supervisor reads the FIFO in `runFolder`; undefined when there is none, or when it is leaving.
 * The supervisor answers by making a file. Without its answer nothing is sure: it may have seen its last member go in the
 * very moment in which we opened the FIFO. After it, it has us in its count.
 */
export async function joinServer(runFolder: string): Promise<Membership | undefined> {
  const fd = open(membersFifo(runFolder), constants.O_WRONLY | constants.O_NONBLOCK);
  if (fd === undefined) {
    return undefined;
  }
  const answer = path.join(runFolder, `joined.${process.pid}.${joined++}`);
  const deadlineMs = Date.now() + JOIN_TIMEOUT_MS;
  let sendAtMs = 0;
  while (!existsSync(answer)) {
    if (Date.now() >= sendAtMs) {
      if (!send(fd, `${path.basename(answer)}\n`)) {
        closeSync(fd);
        return undefined;
      }
      sendAtMs = Date.now() + RESEND_INTERVAL_MS;
    }
    if (Date.now() > deadlineMs) {
      closeSync(fd);
      throw new Error(
        `The supervisor of the database does not answer (${runFolder}). End its processes and try again.`
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

/** Whether any process is a member, asked of the kernel: a FIFO without a writer reads as ended, one with a writer as empty. */
export function hasMembers(runFolder: string): boolean {
  const fd = open(membersFifo(runFolder), constants.O_RDONLY | constants.O_NONBLOCK);
  if (fd === undefined) {
    return false;
  }
  try {
    // Bytes read here are a newcomer's; it sends them again.
    return readSync(fd, Buffer.alloc(512)) > 0;
  } catch (error) {
    return errorCode(error) === 'EAGAIN';
  } finally {
    closeSync(fd);
  }
}

/** Whether an open file is still the one at that place. */
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

function open(file: string, flags: number): number | undefined {
  try {
    return openSync(file, flags);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENXIO') {
      return undefined;
    }
    throw error;
  }
}
