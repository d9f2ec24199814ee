import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ZipFile } from 'yazl';
import { DEMO_FOLDER } from './dashboards/dashboardFiles.ts';
import { billOfMaterials, bundledPackages, goModules } from './package/billOfMaterials.ts';
import { type ArchiveFiles, catalogProblems } from './package/catalogProblems.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';

/**
 * Packs the plugin for the catalog, or to install it by hand: builds it for browsers and, with Go, the backend of every platform, checks
 * the result against the rules of the catalog, and writes `packages/<id>-<version>.zip` with its checksum and its bill of
 * materials.
 */

const { values } = parseArgs({
  options: {
    /** Packs `dist/` as it is: after signing, or a build for this machine alone. */
    'no-build': { type: 'boolean', default: false },
  },
});

const DIST = path.join(repositoryRoot, 'dist');

await runCommand('package', main);

async function main(children: ChildProcesses): Promise<number> {
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
  const { version } = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  const files = readArchiveFiles(DIST);
  const problems = catalogProblems(files, version);
  if (problems.length > 0) {
    process.stderr.write(`The catalog would reject dist/:\n${problems.map((problem) => `- ${problem}\n`).join('')}`);
    return 1;
  }
  const { id, info, backend } = JSON.parse(readFileSync(path.join(DIST, 'plugin.json'), 'utf8')) as {
    id: string;
    info: { updated: string };
    backend?: boolean;
  };
  const target = path.join('packages', `${id}-${version}.zip`);
  await writeArchive(path.join(repositoryRoot, target), id, files, new Date(info.updated));
  writeBillOfMaterials(path.join(repositoryRoot, target), id, version, files);
  const megabytes = (statSync(path.join(repositoryRoot, target)).size / 1e6).toFixed(1);
  process.stdout.write(
    [
      `${target}: ${files.size} files, ${megabytes} MB`,
      files.has('MANIFEST.txt') ? 'signed' : 'not signed: see docs/release.md',
      backend === true
        ? 'with its backend'
        : 'without its backend, which needs Go: no alert rules, expressions or shared dashboards',
      '',
    ].join('\n')
  );
  return 0;
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

/** Of the code in the archive: of the bundles by their source maps, of the backend by one of its executables. */
function writeBillOfMaterials(target: string, id: string, version: string, files: ArchiveFiles): void {
  const names = [...files.keys()];
  const nodeModules = path.join(repositoryRoot, 'node_modules');
  const packages = names
    .filter((name) => name.endsWith('.js.map'))
    .flatMap((name) => bundledPackages(readFileSync(path.join(DIST, name), 'utf8'), nodeModules));
  const executable = names.find((name) => name.startsWith('gpx_'));
  const modules =
    executable === undefined
      ? []
      : goModules(execFileSync('go', ['version', '-m', path.join(DIST, executable)], { encoding: 'utf8' }));
  writeFileSync(target.replace(/zip$/, 'cdx.json'), billOfMaterials(id, version, [...packages, ...modules]));
}
