import { DATA_DISK_FAULTS, EXPORTS_DISK_FAULTS } from './diskFaults.ts';
import { KILL_TARGETS } from './killTargets.ts';

export interface ChosenFaults {
  readonly killTargets: readonly string[];
  readonly diskFaults: readonly string[];
}

/**
 * @param only names of faults, comma-separated; all if undefined, without those of disks in the short form
 * @throws Error that lists the available faults
 */
export function chooseFaults(only: string | undefined, isShort: boolean): ChosenFaults {
  const killTargets = Object.keys(KILL_TARGETS);
  const diskFaults = [DATA_DISK_FAULTS, EXPORTS_DISK_FAULTS].flatMap((faults) => Object.keys(faults));
  if (only === undefined) {
    return { killTargets, diskFaults: isShort ? [] : diskFaults };
  }
  const chosen = only.split(',').map((name) => name.trim());
  const unknown = chosen.find((name) => ![...killTargets, ...diskFaults].includes(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown fault "${unknown}". Available faults: ${[...killTargets, ...diskFaults].join(', ')}.`);
  }
  const isChosen = (name: string) => chosen.includes(name);
  return { killTargets: killTargets.filter(isChosen), diskFaults: diskFaults.filter(isChosen) };
}
