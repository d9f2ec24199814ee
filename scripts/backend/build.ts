import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleScript, OVERLAY, SCRIPT } from './bundleScript.ts';
import { GO_ENVIRONMENT } from './goEnvironment.ts';
import { PLATFORMS } from './platforms.ts';

/**
 * Bundles the script of the backend, and builds the backend into `dist/`: for this machine or, with `--all`, for every platform.
 * Without Go, says so and ends without an error.
 */

const ROOT = path.resolve(import.meta.dirname, '..', '..');

/** Of Grafana's SDK: the manifest that the catalog's validator expects. */
const MANIFEST_TARGET = 'build:generateManifestFile';

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    /** Builds the backend and the host of tests and benchmarks into this folder instead. */
    'for-tests': { type: 'string' },
    /** Bundles the script and no more. */
    'script-only': { type: 'boolean', default: false },
  },
});

await bundleScript();
const platform = values['script-only'] ? undefined : goPlatform();
if (values['script-only']) {
  console.log(`${SCRIPT} is bundled.`);
} else if (platform === undefined) {
  console.log(
    'no Go: backend not built. Alert rules, expressions and shared dashboards need it, everything else does not.'
  );
} else if (values['for-tests'] !== undefined) {
  // Without what only a debugger needs, as Mage builds it.
  const executable = path.join(values['for-tests'], 'gpx_telemetria');
  go('build', '-overlay', OVERLAY, '-ldflags', '-s -w', '-o', executable, './pkg');
  go('build', '-o', values['for-tests'], './tests/testhost');
} else {
  const targets = Object.entries(PLATFORMS)
    .filter(([name]) => values.all || name === platform)
    .map(([, { target }]) => target);
  if (targets.length === 0) {
    throw new Error(`No backend for ${platform}. There are backends for ${Object.keys(PLATFORMS).join(', ')}.`);
  }
  go('tool', 'mage', '-v', ...targets, MANIFEST_TARGET);
  await import('./markBackend.ts');
}

/** Of this machine; undefined without Go. */
function goPlatform(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOOS', 'GOARCH'], { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim().split('\n').join('/') : undefined;
}

function go(...args: readonly string[]): void {
  const { status } = spawnSync('go', args, { cwd: ROOT, env: { ...process.env, ...GO_ENVIRONMENT }, stdio: 'inherit' });
  if (status !== 0) {
    throw new Error(`go ${args.join(' ')} failed.`);
  }
}
