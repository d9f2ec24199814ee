import type { ChildSpec } from './childProcesses.ts';

/**
 * A TypeScript program of this repository that runs until it is stopped or this process ends.
 * @param file relative to the root of the repository
 */
export function typescriptServer(name: string, file: string, ...args: string[]): ChildSpec {
  return {
    name,
    command: [process.execPath, '--import', 'tsx', '--import', './scripts/processes/endWithParent.ts', file, ...args],
    endsWithParent: true,
  };
}
