import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundleScript } from '../backend/bundleScript.ts';
import { repositoryRoot } from '../repositoryRoot.ts';
import { isInstalled, jest, npmScript, program } from './programs.ts';
import type { Check, Step } from './runSteps.ts';

/** What every test depends on without an import. */
const CONFIGURATION = /^(package-lock\.json|jest\.config\.js|\.config\/jest|tsconfig.*\.json)/;
const TYPESCRIPT = /\.tsx?$/;
const GO = /^pkg\/|^go\.(mod|sum)$/;
const LINTED = /\.([cm]?js|tsx?)$/;
/** `.config/` is owned by @grafana/create-plugin. */
const SCAFFOLD = /^\.config\//;
const PROJECTS = ['plugin', 'workbench', 'scripts', 'telemetry-api'];

/**
 * The files that differ from the commit at which this branch left `main`, or from HEAD where there is no `main`; without deleted ones.
 * @param since another commit
 * @returns paths relative to the root
 */
export function changedFiles(since?: string): string[] {
  const base = since ?? mergeBase('main') ?? mergeBase('origin/main') ?? 'HEAD';
  const names = [
    ...lines('diff', '--name-only', '--diff-filter=d', base, '--'),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(names)].filter((name) => existsSync(path.join(repositoryRoot, name)));
}

/**
 * What finds in about two minutes what a change broke: no fault, crash, load or browser test. Types, import cycles and unused code are
 * checked everywhere, because a change can break them in files that it does not touch.
 * @param files changed files, relative to the root
 */
export function changeSteps(files: readonly string[]): Step[] {
  const linted = files.includes('eslint.config.mjs')
    ? ['.']
    : files.filter((file) => LINTED.test(file) && !SCAFFOLD.test(file));
  const isConfigured = files.some((file) => CONFIGURATION.test(file));
  const steps: ReadonlyArray<Step | false> = [
    (isConfigured || files.some((file) => TYPESCRIPT.test(file))) && {
      name: 'types',
      about: 'type check of everything',
      cores: 'one',
      checks: [npmScript('typecheck')],
    },
    files.length > 0 && {
      name: 'lint',
      about: 'ESLint and Prettier for the changed files, import cycles, unused code',
      cores: 'one',
      checks: [
        ...(linted.length > 0 ? [program('ESLint', ['npx', 'eslint', '--no-warn-ignored', ...linted])] : []),
        program('Prettier', ['npx', 'prettier', '--check', '--ignore-unknown', '--log-level', 'warn', ...files]),
        program('oxlint', ['npx', 'oxlint']),
        program('knip', ['npx', 'knip', '--no-progress']),
      ],
    },
    files.length > 0 && {
      name: 'tests',
      about: 'unit and service tests of what imports a changed file',
      cores: 'all',
      checks: isConfigured ? [jest('unit and service', '--selectProjects', ...PROJECTS)] : relatedTests(files),
    },
    files.some((file) => GO.test(file)) && {
      name: 'go',
      about: 'Go tests of the changed packages, and of those that import them',
      cores: 'all',
      checks: [goTests],
    },
  ];
  return steps.filter((step) => step !== false);
}

function relatedTests(files: readonly string[]): Check[] {
  const paths = files.map((file) => path.join(repositoryRoot, file));
  const related = jest('related', '--passWithNoTests', '--selectProjects', ...PROJECTS, '--findRelatedTests', ...paths);
  // Tests of the scripts read documents, dashboards and settings, which they do not import.
  return files.every((file) => TYPESCRIPT.test(file) || GO.test(file))
    ? [related]
    : [related, jest('scripts', '--selectProjects', 'scripts')];
}

/** Go remembers which packages have passed, so that only changed ones and what imports them run. */
const goTests: Check = async (tools) => {
  if (!isInstalled('go', 'version')) {
    tools.write('no Go: tests of the backend skipped\n');
    return { passed: 0, failed: 0, skipped: 1 };
  }
  await bundleScript();
  return program('go test', ['go', 'test', './...'], { ...process.env, CGO_ENABLED: '0' })(tools);
};

function mergeBase(branch: string): string | undefined {
  try {
    return lines('merge-base', 'HEAD', branch)[0];
  } catch {
    return undefined;
  }
}

function lines(...args: readonly string[]): string[] {
  const output = execFileSync('git', args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return output.split('\n').filter((line) => line !== '');
}
