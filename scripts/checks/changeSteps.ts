import { execFileSync, spawnSync } from 'node:child_process';
import { bundleScript } from '../backend/bundleScript.ts';
import { GO_ENVIRONMENT } from '../backend/goEnvironment.ts';
import { hasGo } from '../processes/isInstalled.ts';
import { goTests } from './programs/goTests.ts';
import { jest, npmScript, onlyWith, programsOf, UNIT_AND_SERVICE } from './programs/programs.ts';
import type { Step } from './run/runSteps.ts';

/** What every test depends on without an import. */
const CONFIGURATION = /^(package-lock\.json|jest\.config\.js|jest-setup\.js|\.config\/jest|tsconfig.*\.json)/;
const TYPESCRIPT = /\.tsx?$/;
const GO = /^pkg\/|^go\.(mod|sum)$/;

/** What `npm run check` compares with: `main`, or HEAD where there is none. @param root of the repository */
export function baseOf(root: string): string {
  const isBase = (branch: string) => spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root }).status === 0;
  return ['main', 'origin/main'].find(isBase) ?? 'HEAD';
}

/**
 * The files that differ from the commit at which this branch left another; with deleted ones.
 * @param root of the repository
 * @param base the other branch or a commit
 * @returns paths relative to the root
 */
export function changedFiles(root: string, base: string): string[] {
  const lines = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n').filter(Boolean);
  return [
    ...lines('diff', '--name-only', '--no-renames', '--merge-base', base, '--'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
}

/**
 * What finds in about two minutes what a change broke: no fault, crash, load or browser test. Types and what lint finds are checked
 * everywhere, because a change can break them in files that it does not touch.
 * @param changed files, relative to the root
 * @param base from which they differ: Jest finds by itself what imports them
 */
export function changeSteps(changed: readonly string[], base: string): Step[] {
  const isConfigured = changed.some((file) => CONFIGURATION.test(file));
  // Tests of the scripts read documents, dashboards and settings, which they do not import.
  const isRead = changed.some((file) => !TYPESCRIPT.test(file) && !GO.test(file));
  const steps: ReadonlyArray<Step | false> = [
    (isConfigured || changed.some((file) => TYPESCRIPT.test(file))) && {
      name: 'types',
      about: 'type check of everything',
      cores: 'one',
      checks: [npmScript('typecheck')],
    },
    changed.length > 0 && {
      name: 'lint',
      about: 'ESLint, import cycles, unused code, Prettier',
      cores: 'one',
      checks: programsOf('lint'),
    },
    changed.length > 0 && {
      name: 'tests',
      about: 'unit and service tests of what imports a changed file',
      cores: 'all',
      checks: isConfigured
        ? [jest('unit and service', UNIT_AND_SERVICE)]
        : [
            jest('related', ['--passWithNoTests', '--changedSince', base, ...UNIT_AND_SERVICE]),
            ...(isRead ? [jest('scripts', ['--selectProjects', 'scripts'])] : []),
          ],
    },
    changed.some((file) => GO.test(file)) && {
      name: 'go',
      about: 'Go tests of the changed packages, and of those that import them',
      cores: 'all',
      needs: ['go'],
      // Go remembers which packages have passed.
      checks: [
        onlyWith(hasGo, 'no Go: tests of the backend skipped', async (tools) => {
          await bundleScript();
          return goTests('go test', ['./...'], GO_ENVIRONMENT)(tools);
        }),
      ],
    },
  ];
  return steps.filter((step) => step !== false);
}
