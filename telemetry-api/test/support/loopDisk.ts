import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killIfRunning } from './processes/killing.ts';
import { processesUsing } from './processes/processesUsing.ts';

/**
 * ext4 writes its journal when a program syncs, and otherwise at this interval. It is longer than a run, so that nothing reaches the disk
 * unless a program has synced it, and so that no journal is written while the disk is copied.
 */
const COMMIT_INTERVAL_S = 3600;
const UNMOUNT_LIMIT_MS = 30_000;

/** A file system of its own in a file, on a loop device. */
export class LoopDisk {
  /** Where it is mounted. */
  readonly folder: string;
  private readonly image: string;
  private isMounted = false;
  private isClosed = false;

  /**
   * Creates and mounts an empty one.
   * @param parent an existing folder for its files
   * @throws if the machine does not allow it
   */
  constructor(parent: string, sizeMb: number) {
    this.folder = path.join(parent, 'disk');
    this.image = path.join(parent, 'disk.img');
    mkdirSync(this.folder, { mode: 0o755 });
    run('truncate', '--size', `${sizeMb}M`, this.image);
    // Without blocks that only root may use: a disk is full for everybody.
    run('mkfs.ext4', '-q', '-F', '-m', '0', this.image);
    this.mount();
  }

  /** Keeps what has been submitted to the device until now. What the kernel has in its cache for this file system is not in it. */
  copySubmitted(): void {
    run('cp', '--sparse=always', this.image, this.copy);
  }

  /** Replaces the file system by its copy. No process may use it. */
  async replaceByCopy(): Promise<void> {
    await this.unmount();
    renameSync(this.copy, this.image);
    this.mount();
  }

  /** Ends the processes that use it, and removes it. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.unmount();
    [this.folder, this.image, this.copy].forEach((file) => rmSync(file, { recursive: true, force: true }));
  }

  private get copy(): string {
    return `${this.image}.copy`;
  }

  private mount(): void {
    if (this.isClosed) {
      throw new Error(`${this.folder} has been removed.`);
    }
    run('mount', '-o', `loop,commit=${COMMIT_INTERVAL_S}`, this.image, this.folder);
    this.isMounted = true;
  }

  /** @throws if it stays in use */
  private async unmount(): Promise<void> {
    for (const untilMs = Date.now() + UNMOUNT_LIMIT_MS; this.isMounted; await sleep(20)) {
      processesUsing(this.folder).forEach(killIfRunning);
      try {
        run('umount', this.folder);
        this.isMounted = false;
      } catch (error) {
        if (Date.now() > untilMs) {
          throw error;
        }
      }
    }
  }
}

/** @returns why this machine cannot mount such a disk; undefined if it can */
export function whyNoLoopDisk(): string | undefined {
  const parent = mkdtempSync(path.join(tmpdir(), 'telemetry-disk-'));
  try {
    run('umount', new LoopDisk(parent, 8).folder);
    return undefined;
  } catch (error) {
    return (error as Error).message.trim().split('\n').at(-1);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe' });
}
