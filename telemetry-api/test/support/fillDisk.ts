import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../../errorCode.ts';

const REFILL_INTERVAL_MS = 50;
const WRITTEN_BYTES = 2_000_000;

/** Takes all free space of a file system, and keeps taking what others release. @returns a function that releases it, once */
export function fillDisk(folder: string): () => void {
  const files = ['reserved', 'written'].map((name) => path.join(folder, `filler.${name}`));
  const [reserved = '', written = ''] = files;
  // Space of deleted files is free only once the journal has been written.
  spawnSync('sync', ['--file-system', folder]);
  const { bavail, bsize } = statfsSync(folder);
  // Most of it at once. Whether that works does not matter: the rest is written.
  spawnSync('fallocate', ['--length', String(Math.max(1, bavail * bsize - WRITTEN_BYTES)), reserved]);
  const fd = openSync(written, 'w');
  const refill = () => [1 << 20, 4096].forEach((blockBytes) => writeUntilFull(fd, Buffer.alloc(blockBytes, 1)));
  refill();
  const timer = setInterval(refill, REFILL_INTERVAL_MS);
  let isReleased = false;
  return () => {
    if (isReleased) {
      return;
    }
    isReleased = true;
    clearInterval(timer);
    closeSync(fd);
    files.forEach((file) => rmSync(file, { force: true }));
  };
}

function writeUntilFull(fd: number, block: Buffer): void {
  try {
    while (writeSync(fd, block) === block.length) {
      // Again.
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') {
      throw error;
    }
  }
}
