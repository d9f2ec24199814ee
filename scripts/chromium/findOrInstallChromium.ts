import type { ChildProcesses, ChildSpec } from '../processes/childProcesses.ts';
import { findChromium } from './findChromium.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Debian's package brings all system libraries; Playwright's download does not, but needs no root privileges. */
const APT_PACKAGES = ['chromium'];

/**
 * Finds a Chromium or installs one: with apt if that needs no password, otherwise with Playwright into the user's cache.
 * @param playwrightPath where Playwright installs its own Chromium
 * @param log called with each progress message
 * @returns the path of a Chromium that starts
 * @throws Error that explains how to install it manually
 */
export async function findOrInstallChromium(
  env: Environment,
  playwrightPath: string,
  children: ChildProcesses,
  log: (line: string) => void
): Promise<string> {
  const found = await findChromium(env, playwrightPath);
  if (found !== undefined) {
    return found;
  }
  log('Chromium was not found.');
  for (const install of [installByApt, installByPlaywright]) {
    await install(children, log);
    const installed = await findChromium(env, playwrightPath);
    if (installed !== undefined) {
      return installed;
    }
  }
  throw new Error(
    'The browser tests need Chromium, which could not be installed. ' +
      'Install it (Debian: apt-get install chromium) and try again, or set CHROMIUM_PATH to a Chromium or Chrome executable.'
  );
}

async function installByApt(children: ChildProcesses, log: (line: string) => void) {
  const prefix = await aptPrefix(children);
  if (prefix === undefined) {
    log('apt-get is not available without a password.');
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => {
    const [file = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    log(`Running: ${[file, ...rest].join(' ')}`);
    return succeeds(children, { name: 'apt-get', command: [file, ...rest], env });
  };
  // `update` may fail for some sources; the package may still be available from the others.
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...APT_PACKAGES);
}

async function installByPlaywright(children: ChildProcesses, log: (line: string) => void) {
  log('Running: npx playwright install chromium');
  await succeeds(children, {
    name: 'playwright install',
    command: [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
  });
}

/** The command prefix for apt-get; undefined if apt-get is missing or would ask for a password. */
async function aptPrefix(children: ChildProcesses): Promise<string[] | undefined> {
  const hasApt = await succeeds(children, { name: 'apt-get', command: ['apt-get', '--version'] });
  if (!hasApt) {
    return undefined;
  }
  if (process.getuid?.() === 0) {
    return [];
  }
  const canSudo = await succeeds(children, { name: 'sudo', command: ['sudo', '-n', 'true'] });
  return canSudo ? ['sudo', '-n'] : undefined;
}

async function succeeds(children: ChildProcesses, spec: ChildSpec): Promise<boolean> {
  const { exited } = children.start(spec);
  return (await exited).code === 0;
}
