import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../errorCode.ts';

/**
 * A server runs as long as at least one process holds its FIFO open for writing, and stops after the last one.
 * The kernel does the counting: it closes the file when a process ends for any reason, including SIGKILL.
 */
export interface Membership {
  /** False once the supervisor has ended, or if its server was replaced by another. */
  isSupervised(): boolean;
  leave(): void;
}

const PREFIX = 'members.';
/** Set by the supervisor before it looks for members a last time: who opened the FIFO before counts, who opens it now must wait. */
export const CLOSING_MODE = 0o700;

/** The FIFO of a new server. Each has a name of its own, so that the supervisor of an earlier one never closes it. */
export function newMembersFifo(runFolder: string): string {
  return path.join(runFolder, `${PREFIX}${randomUUID()}`);
}

/** Joins the server whose supervisor reads the FIFO in `runFolder`; undefined if there is none, or if it is stopping. */
export function joinServer(runFolder: string): Membership | undefined {
  const fd = open(runFolder, constants.O_WRONLY);
  if (fd === undefined) {
    return undefined;
  }
  if ((fstatSync(fd).mode & 0o777) === CLOSING_MODE || !send(fd)) {
    closeSync(fd);
    return undefined;
  }
  let isOpen = true;
  return {
    isSupervised: () => isOpen && fstatSync(fd).nlink > 0 && send(fd),
    leave: () => {
      if (isOpen) {
        isOpen = false;
        closeSync(fd);
      }
    },
  };
}

/**
 * Whether any process is a member. Reading an empty FIFO returns end-of-file without a writer, and EAGAIN with one. A line alone proves
 * nothing: it may be of a member that has left before the supervisor read it.
 */
export function hasMembers(runFolder: string): boolean {
  const fd = open(runFolder, constants.O_RDONLY);
  if (fd === undefined) {
    return false;
  }
  const lines = Buffer.alloc(64);
  let wasRead = false;
  try {
    while (readSync(fd, lines) > 0) {
      wasRead = true;
    }
    return false;
  } catch (error) {
    if (errorCode(error) !== 'EAGAIN') {
      throw error;
    }
    const back = wasRead ? open(runFolder, constants.O_WRONLY) : undefined;
    if (back !== undefined) {
      // The supervisor may be waiting for a line.
      send(back);
      closeSync(back);
    }
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Sends the line by which the supervisor notices a member. @returns false if nobody reads it */
function send(fd: number): boolean {
  try {
    writeSync(fd, '\n');
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EAGAIN' && code !== 'EPIPE') {
      throw error;
    }
    return code === 'EAGAIN';
  }
  return true;
}

/** Opens the FIFO. Nothing else is opened in its place, such as a file that the owner of the folder has put or linked there. */
function open(runFolder: string, flags: number): number | undefined {
  try {
    const name = readdirSync(runFolder).find((it) => it.startsWith(PREFIX)) ?? PREFIX;
    const fd = openSync(path.join(runFolder, name), flags | constants.O_NONBLOCK | constants.O_NOFOLLOW);
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
