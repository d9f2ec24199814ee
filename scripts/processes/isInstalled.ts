import { spawnSync } from 'node:child_process';

export function isInstalled(command: string, versionArgument: string): boolean {
  return spawnSync(command, [versionArgument]).status === 0;
}

export function hasGo(): boolean {
  return isInstalled('go', 'version');
}
