import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from '../../errorCode.ts';

/**
 * Distinguishes a process from a later one with the same pid; undefined if the process is not running.
 * A pid alone is not enough: after a power cut or in a restarted container, pids are soon reused.
 */
export function processIdentity(pid: number): string | undefined {
  if (!isAlive(pid)) {
    return undefined;
  }
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // Field 22 is the start time. Field 2 is a name that can contain spaces, so fields are counted from its closing parenthesis.
      const startTicks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
      return `${pid} ${boot} ${startTicks}`;
    } catch {
      return undefined;
    }
  }
  return `${pid} ${ps(pid, 'lstart')}`;
}

/** Whether the process of an identity still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity;
}

/** The command line of a running process; '' if it cannot be read. */
export function processCommand(pid: number): string {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    } catch {
      return '';
    }
  }
  return ps(pid, 'command');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function ps(pid: number, column: string): string {
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
