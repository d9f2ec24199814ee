import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleScript } from '../backend/bundleScript.ts';
import { GO_ENVIRONMENT } from '../backend/goEnvironment.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { goTests } from './programs/goTests.ts';
import { isInstalled, jest, npmScript, program } from './programs/programs.ts';
import type { Check, Step } from './run/runSteps.ts';
import { SKIPPED } from './run/tally.ts';

/** What every test depends on without an import. */
const CONFIGURATION = /^(package-lock\.json|jest\.config\.js|jest-setup\.js|\.config\/jest|tsconfig.*\.json)/;
const TYPESCRIPT = /\.tsx?$/;
const GO = /^pkg\/|^go\.(mod|sum)$/;
const LINTED = /\.([cm]?js|tsx?)$/;
/** `.config/` is owned by @grafana/create-plugin. */
const SCAFFOLD = /^\.config\//;
const PRETTIER = ['npx', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn'] as const;
const PROJECTS = ['plugin', 'workbench', 'scripts', 'telemetry-api'];

/**
 * The files that differ from the commit at which this branch left `main`, or from HEAD where there is no `main`; with deleted ones.
 * @param root of the repository
 * @param since another commit
 * @returns paths relative to the root
 */
export function changedFiles(root: string, since?: string): string[] {
  const base = since ?? mergeBase(root, 'main') ?? mergeBase(root, 'origin/main') ?? 'HEAD';
  const names = [
    ...gitLines(root, 'diff', '--name-only', '--no-renames', base, '--'),
    ...gitLines(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)];
}

/**
 * What finds in about two minutes what a change broke: no fault, crash, load or browser test. Types, import cycles and unused code are
 * checked everywhere, because a change can break them in files that it does not touch.
 * @param changed files, relative to the root
 * @param exists false for a deleted file: only what imported it can be broken
 */
export function changeSteps(
  changed: readonly string[],
  exists = (file: string) => existsSync(path.join(repositoryRoot, file))
): Step[] {
  const files = changed.filter(exists);
  const linted = files.includes('eslint.config.mjs')
    ? ['.']
    : files.filter((file) => LINTED.test(file) && !SCAFFOLD.test(file));
  const isConfigured = changed.some((file) => CONFIGURATION.test(file));
  const steps: ReadonlyArray<Step | false> = [
    (isConfigured || changed.some((file) => TYPESCRIPT.test(file))) && {
      name: 'types',
      about: 'type check of everything',
      cores: 'one',
      checks: [npmScript('typecheck')],
    },
    changed.length > 0 && {
      name: 'lint',
      about: 'ESLint and Prettier for the changed files, import cycles, unused code',
      cores: 'one',
      checks: [
        ...(linted.length > 0 ? [program('ESLint', ['npx', 'eslint', '--no-warn-ignored', ...linted])] : []),
        ...(files.length > 0 ? [program('Prettier', [...PRETTIER, ...files])] : []),
        program('oxlint', ['npx', 'oxlint']),
        program('knip', ['npx', 'knip', '--no-progress']),
      ],
    },
    files.length > 0 && {
      name: 'tests',
      about: 'unit and service tests of what imports a changed file',
      cores: 'all',
      checks: isConfigured ? [jest('unit and service', ['--selectProjects', ...PROJECTS])] : relatedTests(files),
    },
    changed.some((file) => GO.test(file)) && {
      name: 'go',
      about: 'Go tests of the changed packages, and of those that import them',
      cores: 'all',
      needs: ['go'],
      checks: [changedGoTests],
    },
  ];
  return steps.filter((step) => step !== false);
}

function relatedTests(files: readonly string[]): Check[] {
  const paths = files.map((file) => path.join(repositoryRoot, file));
  const related = jest('related', [
    '--passWithNoTests',
    '--selectProjects',
    ...PROJECTS,
    '--findRelatedTests',
    ...paths,
  ]);
  // Tests of the scripts read documents, dashboards and settings, which they do not import.
  return files.every((file) => TYPESCRIPT.test(file) || GO.test(file))
    ? [related]
    : [related, jest('scripts', ['--selectProjects', 'scripts'])];
}

/** Go remembers which packages have passed, so that only changed ones and what imports them run. */
const changedGoTests: Check = async (tools) => {
  if (!isInstalled('go', 'version')) {
    tools.write('no Go: tests of the backend skipped\n');
    return SKIPPED;
  }
  await bundleScript();
  return goTests('go test', ['./...'], GO_ENVIRONMENT)(tools);
};

function mergeBase(root: string, branch: string): string | undefined {
  try {
    return gitLines(root, 'merge-base', 'HEAD', branch)[0];
  } catch {
    return undefined;
  }
}

function gitLines(root: string, ...args: readonly string[]): string[] {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  return output.split('\n').filter((line) => line !== '');
}
