import { spawnSync } from 'node:child_process';

/** @param args with which it only says what it is */
export function isInstalled(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args).status === 0;
}

export function hasGo(): boolean {
  return isInstalled('go', 'version');
}
