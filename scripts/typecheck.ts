import { spawnSync } from 'node:child_process';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Type-checks every project with TypeScript 7. webpack and ESLint need the API of TypeScript 6, which is the package `typescript`;
 * both packages have a program `tsc`, hence the path.
 */
const COMPILER = 'node_modules/@typescript/native/bin/tsc';

const PROJECTS = [
  '.',
  'telemetry-api',
  'telemetry-api/tsconfig.contract.json',
  'tests/faults',
  'workbench',
  'tsconfig.node.json',
  'tsconfig.webpack.json',
];

for (const project of PROJECTS) {
  const { status } = spawnSync(process.execPath, [COMPILER, '--noEmit', '--checkers', '2', '-p', project], {
    cwd: repositoryRoot,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exitCode = 1;
  }
}
