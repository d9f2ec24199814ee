import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Build, isUpToDate, writeStamp } from './buildStamp.ts';
import type { ChildProcesses } from '../processes/childProcesses.ts';
import { hasGo } from '../processes/isInstalled.ts';
import { repositoryRoot } from '../repositoryRoot.ts';

interface NpmBuild extends Build {
  readonly npmScript: string;
}

/** The files that determine the versions of all dependencies. */
const DEPENDENCIES = ['package.json', 'package-lock.json'];

export const pluginBuild = npmBuild('plugin', 'build', 'dist', [
  'src',
  'scripts/dashboards',
  'scripts/generatedFiles.ts',
  'scripts/package/projectAddresses.ts',
  'scripts/schemas',
  'scripts/backend/bundleScript.ts',
  'webpack.config.ts',
  '.config',
  'tsconfig.json',
  'CHANGELOG.md',
  'LICENSE',
]);

export const workbenchBuild = npmBuild('workbench', 'build:workbench', 'workbench/dist', ['workbench']);

/**
 * Runs the build if its inputs or output have changed since the last run.
 * @returns the outcome, for display
 * @throws Error with the last output of a failed build
 */
export async function buildIfChanged(children: ChildProcesses, build: NpmBuild): Promise<string> {
  if (isUpToDate(build)) {
    return 'up to date';
  }
  await runBuild(children, build);
  return 'built';
}

/** Runs the build unconditionally. */
export async function runBuild(children: ChildProcesses, build: NpmBuild): Promise<void> {
  await children.run({ name: `build of the ${build.name}`, command: ['npm', 'run', '--silent', build.npmScript] });
  writeStamp(build);
}

/**
 * Whether the plugin that was built has its backend, for display. Nothing builds it here: the workbench does not run it, and without
 * a warm cache Go takes minutes.
 */
export function backendState(distDir: string, isGoThere = hasGo()): string {
  if (readdirSync(distDir).some((name) => name.startsWith('gpx_'))) {
    return 'built';
  }
  return isGoThere
    ? 'not built; alert rules in Grafana need it: npm run build:backend'
    : 'no Go: backend not built; only alert rules, expressions and shared dashboards in Grafana need it';
}

function npmBuild(name: string, npmScript: string, output: string, inputs: string[]): NpmBuild {
  return {
    name,
    npmScript,
    inputs: [...DEPENDENCIES, ...inputs].map((input) => path.join(repositoryRoot, input)),
    output: path.join(repositoryRoot, output),
    stampFile: path.join(repositoryRoot, 'node_modules/.cache/telemetria-industrial', `${name}.stamp`),
  };
}
