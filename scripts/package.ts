import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { DEMO_FOLDER } from './dashboards/dashboardFiles.ts';
import { archiveChecks } from './package/archiveChecks.ts';
import { billOfMaterials, bundledPackages, type Component, goModules } from './package/billOfMaterials.ts';
import { type ArchiveFiles, catalogProblems } from './package/catalogProblems.ts';
import { releases } from './package/changelog.ts';
import { missingAddresses, type ProjectManifest } from './package/projectAddresses.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Packs the plugin for the catalog, or to install it by hand: builds it for browsers and, with Go, the backend of every platform, checks
 * the result against the rules of the catalog, and writes `packages/<id>-<version>.zip` with its checksum, its bill of
 * materials and the notes of the release.
 */

const { values } = parseArgs({
  options: {
    /** Packs `dist/` as it is: after signing, or a build for this machine alone. */
    'no-build': { type: 'boolean', default: false },
    /** Runs Grafana's checkers and scans for known vulnerabilities on the result; says which it cannot run. */
    check: { type: 'boolean', default: false },
    /** Refuses what cannot be published: missing addresses, no date, a check that fails or cannot run. */
    release: { type: 'boolean', default: false },
  },
});

const DIST = path.join(repositoryRoot, 'dist');

await runCommand('package', main);

type Manifest = ProjectManifest & { readonly version: string };

async function main(children: ChildProcesses): Promise<number> {
  const manifest = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as Manifest;
  const { version } = manifest;
  const [release] = releases(readFileSync(path.join(repositoryRoot, 'CHANGELOG.md'), 'utf8'));
  const missing = missingAddresses(manifest);
  const obstacles = [
    ...missing.needed,
    ...(release?.date === undefined ? [`CHANGELOG.md has no date of ${version}.`] : []),
  ];
  if (values.release && obstacles.length > 0) {
    process.stderr.write(`${version} cannot be released:\n${list(obstacles)}`);
    return 1;
  }
  if (!values['no-build']) {
    // Nothing of an earlier build or signature stays.
    rmSync(DIST, { recursive: true, force: true });
    await children.run({ name: 'build of the plugin', command: ['npm', 'run', '--silent', 'build'] });
    // They name devices that only the demo plant has.
    rmSync(path.join(DIST, DEMO_FOLDER), { recursive: true });
    await children.run({
      name: 'build of the backend',
      command: ['npm', 'run', '--silent', 'build:backend', '--', '--all'],
    });
  }
  const files = readArchiveFiles(DIST);
  const problems = catalogProblems(files, version);
  if (problems.length > 0) {
    process.stderr.write(`The catalog would reject dist/:\n${list(problems)}`);
    return 1;
  }
  const { id, info, backend } = JSON.parse(readFileSync(path.join(DIST, 'plugin.json'), 'utf8')) as {
    id: string;
    info: { updated: string };
    backend?: boolean;
  };
  const target = path.join('packages', `${id}-${version}.zip`);
  await writeArchive(path.join(repositoryRoot, target), id, files, new Date(info.updated));
  const npmPackages = npmPackagesIn(files);
  writeBillOfMaterials(path.join(repositoryRoot, target), id, version, files, npmPackages);
  writeFileSync(path.join(repositoryRoot, 'packages', 'release-notes.md'), `${release?.notes ?? ''}\n`);
  const megabytes = (statSync(path.join(repositoryRoot, target)).size / 1e6).toFixed(1);
  process.stdout.write(
    [
      `${target}: ${files.size} files, ${megabytes} MB`,
      files.has('MANIFEST.txt') ? 'signed' : 'not signed: see docs/release.md',
      backend === true
        ? 'with its backend'
        : 'without its backend, which needs Go: no alert rules, expressions or shared dashboards',
      ...obstacles.map((obstacle) => `not ready to be released: ${obstacle}`),
      ...missing.optional,
      '',
    ].join('\n')
  );
  return values.check || values.release
    ? runChecks(
        children,
        path.join(repositoryRoot, target),
        npmPackages.map(({ name }) => name)
      )
    : 0;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}\n`).join('');
}

/** @returns the exit code: a release also needs the checks that this machine cannot run */
async function runChecks(children: ChildProcesses, file: string, npmPackages: readonly string[]): Promise<number> {
  const hasValidator = spawnSync('plugincheck2', ['-h']).error === undefined;
  let isAccepted = true;
  for (const { name, command, outcome } of archiveChecks(
    { file, sources: repositoryRoot, npmPackages },
    hasValidator
  )) {
    const child = children.start({ name, command });
    const { code } = await child.exited;
    const found = outcome({ code, stdout: child.stdout(), lastOutput: child.lastOutput() });
    isAccepted &&= found.result === 'passed' || (found.result === 'skipped' && !values.release);
    process.stdout.write(`${name}: ${found.result}${found.result === 'skipped' ? `, ${found.reason}` : ''}\n`);
    process.stdout.write(
      list(found.result === 'passed' ? found.notes : found.result === 'failed' ? found.findings : [])
    );
  }
  return isAccepted ? 0 : 1;
}

function readArchiveFiles(folder: string): ArchiveFiles {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();
  return new Map(
    names.map((name) => {
      const file = path.join(folder, name);
      return [name.split(path.sep).join('/'), { content: readFileSync(file), mode: statSync(file).mode & 0o777 }];
    })
  );
}

/** Writes all files into the folder that Grafana expects, and beside the archive its checksum as `sha256sum -c` reads it. */
async function writeArchive(target: string, folder: string, files: ArchiveFiles, time: Date): Promise<void> {
  mkdirSync(path.dirname(target), { recursive: true });
  const zip = new ZipFile();
  for (const [name, { content, mode }] of files) {
    // One time for all: the same files make the same archive.
    zip.addBuffer(content, `${folder}/${name}`, { mode, mtime: time });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
  const checksum = createHash('sha256').update(readFileSync(target)).digest('hex');
  writeFileSync(`${target}.sha256`, `${checksum}  ${path.basename(target)}\n`);
}

/** The npm packages in the bundles, by their source maps. */
function npmPackagesIn(files: ArchiveFiles): readonly Component[] {
  const nodeModules = path.join(repositoryRoot, 'node_modules');
  return [...files]
    .filter(([name]) => name.endsWith('.js.map'))
    .flatMap(([, { content }]) => bundledPackages(content.toString('utf8'), nodeModules));
}

/** Of the code in the archive: of the bundles and, by one of its executables, of the backend. */
function writeBillOfMaterials(
  target: string,
  id: string,
  version: string,
  files: ArchiveFiles,
  packages: readonly Component[]
): void {
  const executable = [...files.keys()].find((name) => name.startsWith('gpx_'));
  const modules =
    executable === undefined
      ? []
      : goModules(execFileSync('go', ['version', '-m', path.join(DIST, executable)], { encoding: 'utf8' }));
  writeFileSync(target.replace(/zip$/, 'cdx.json'), billOfMaterials(id, version, [...packages, ...modules]));
}
