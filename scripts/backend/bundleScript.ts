import { build, type Plugin } from 'esbuild';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const BACKEND = path.join(ROOT, 'src', 'backend');

/** The modules that the backend replaces: those that need a browser, the time zone database, and the matcher of regular expressions. */
const replacedModules: Plugin = {
  name: 'replaced-modules',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^@grafana\/data$/ }, () => ({ path: path.join(BACKEND, 'grafanaData.ts') }));
    onResolve({ filter: /^@grafana\/i18n$/ }, () => ({ path: path.join(BACKEND, 'texts.ts') }));
    onResolve({ filter: /\/zoneRules$/ }, () => ({ path: path.join(BACKEND, 'zoneRules.ts') }));
    onResolve({ filter: /\/compileExpression$/ }, () => ({ path: path.join(BACKEND, 'compileExpression.ts') }));
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

/** Bundles the script that the Go program embeds: for sobek, which runs ES2017. */
export async function bundleScript(outfile: string): Promise<void> {
  await build({
    entryPoints: [path.join(BACKEND, 'entry.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'telemetry',
    target: 'es2017',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [replacedModules],
  });
}
