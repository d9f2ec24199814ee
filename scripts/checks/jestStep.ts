import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { jestTally } from './jestTally.ts';
import type { Step } from './step.ts';
import { NO_TESTS, withExitCode } from './tally.ts';

/** @param filter Jest arguments that select the tests */
export function jestStep(name: string, about: string, filter: readonly string[]): Step {
  return {
    name,
    about,
    async run({ children, tempDir }) {
      const countsFile = path.join(tempDir, `${name}.json`);
      const { exited } = children.start({
        name: `${name} tests`,
        command: [
          process.execPath,
          'node_modules/jest/bin/jest.js',
          '--ci',
          '--maxWorkers=100%',
          '--reporters=default',
          '--reporters=./scripts/checks/countReporter.cjs',
          ...filter,
        ],
        env: { ...process.env, JEST_COUNTS_FILE: countsFile },
        output: 'inherited',
      });
      const { code } = await exited;
      const counts: unknown = existsSync(countsFile) ? JSON.parse(readFileSync(countsFile, 'utf8')) : undefined;
      return withExitCode(counts === undefined ? NO_TESTS : jestTally(counts), code);
    },
  };
}
