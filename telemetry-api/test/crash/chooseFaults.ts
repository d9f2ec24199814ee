import { DATA_DISK_FAULTS, EXPORTS_DISK_FAULTS } from './diskFaults.ts';
import { VICTIMS } from './victims.ts';

export interface ChosenFaults {
  readonly victims: readonly string[];
  readonly diskFaults: readonly string[];
}

/**
 * @param only names of faults, comma-separated; all if undefined, without those of disks in the short form
 * @throws Error that lists the available faults
 */
export function chooseFaults(only: string | undefined, isShort: boolean): ChosenFaults {
  const victims = Object.keys(VICTIMS);
  const diskFaults = [DATA_DISK_FAULTS, EXPORTS_DISK_FAULTS].flatMap((faults) => Object.keys(faults));
  if (only === undefined) {
    return { victims, diskFaults: isShort ? [] : diskFaults };
  }
  const chosen = only.split(',').map((name) => name.trim());
  const unknown = chosen.find((name) => ![...victims, ...diskFaults].includes(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown fault "${unknown}". Available faults: ${[...victims, ...diskFaults].join(', ')}.`);
  }
  const isChosen = (name: string) => chosen.includes(name);
  return { victims: victims.filter(isChosen), diskFaults: diskFaults.filter(isChosen) };
}
