import { build, type BuildOptions, type Plugin } from 'esbuild';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const BACKEND = path.join(ROOT, 'src', 'backend');
const FOLDER = 'scripts/backend/dist';
export const SCRIPT = `${FOLDER}/script.js`;

/** What the program has in place of a module of the script, as it is defined: for tests. */
const DEFINITIONS = `${FOLDER}/rowLoops.js`;

/** For `go build -overlay`: Go embeds the bundle in the place of the empty file of the repository. Relative to the root. */
export const OVERLAY = `${FOLDER}/overlay.json`;

/** What the bundle depends on besides modules of this repository: for those of packages, the lock file stands. */
const BUNDLER = ['scripts/backend/bundleScript.ts', 'package-lock.json'];

/**
 * The modules that the backend replaces: those that need a browser, the time zone database, the matcher of regular expressions, and the
 * loops over all rows.
 */
const replacedModules: Plugin = {
  name: 'replaced-modules',
  setup: ({ onResolve }) => {
    const replace = (filter: RegExp, file: string) =>
      onResolve({ filter }, () => ({ path: path.join(BACKEND, 'standIns', file) }));
    replace(/^@grafana\/data$/, 'grafanaData.ts');
    replace(/^@grafana\/i18n$/, 'texts.ts');
    replace(/\/zoneRules$/, 'zoneRules.ts');
    replace(/\/compileExpression$/, 'compileExpression.ts');
    replace(/\/rowLoops$/, 'rowLoops.ts');
    onResolve({ filter: /^grafana-data\// }, ({ path: name }) => ({
      path: path.join(
        ROOT,
        'node_modules',
        '@grafana',
        'data',
        'dist',
        'esm',
        `${name.slice('grafana-data/'.length)}.mjs`
      ),
      sideEffects: false,
    }));
  },
};

const BUNDLE = {
  absWorkingDir: ROOT,
  bundle: true,
  charset: 'utf8',
  logLevel: 'warning',
  plugins: [replacedModules],
  write: false,
} as const satisfies BuildOptions;

/** A module of the plugin, as the backend loads it: Node has no browser either. @param file relative to the root */
export async function importForServer(file: string): Promise<unknown> {
  const { outputFiles } = await build({ ...BUNDLE, entryPoints: [file], format: 'esm' });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`);
}

/**
 * Bundles the script that the Go program embeds: for sobek, which runs ES2017. Writes beside it the overlay, and the hashes of all files
 * that it depends on, by which scripts/backend/bundle knows whether one of them has changed since.
 */
export async function bundleScript(): Promise<void> {
  const script = await bundleForSobek('src/backend/entry.ts', 'telemetry');
  const definitions = await bundleForSobek('src/core/history/rowLoops.ts', 'rowLoops');
  mkdirSync(path.join(ROOT, FOLDER), { recursive: true });
  writeAtOnce(SCRIPT, script.text);
  writeAtOnce(DEFINITIONS, definitions.text);
  writeAtOnce(OVERLAY, JSON.stringify({ Replace: { 'pkg/script.js': SCRIPT } }));
  const modules = [...script.modules, ...definitions.modules].filter((file) => !file.startsWith('node_modules/'));
  const files = [SCRIPT, DEFINITIONS, ...BUNDLER, ...modules];
  writeAtOnce(`${FOLDER}/sources.json`, JSON.stringify(Object.fromEntries(files.map((file) => [file, hashOf(file)]))));
}

/** @param globalName of the variable that has what the module exports */
async function bundleForSobek(entryPoint: string, globalName: string) {
  const { outputFiles, metafile } = await build({
    ...BUNDLE,
    entryPoints: [entryPoint],
    minify: true,
    format: 'iife',
    globalName,
    target: 'es2017',
    // sobek also spreads objects, in a third of the time that esbuild's helper takes.
    supported: { 'object-rest-spread': true },
    metafile: true,
  });
  return { text: outputFiles.map(({ text }) => text).join(''), modules: Object.keys(metafile.inputs) };
}

/** Another build may read the file. */
function writeAtOnce(file: string, text: string): void {
  const target = path.join(ROOT, file);
  const written = `${target}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, target);
}

function hashOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(path.join(ROOT, file)))
    .digest('hex');
}
