import type { ChildProcesses, ChildSpec } from '../processes/childProcesses.ts';
import { findChromium } from './findChromium.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Debian's has everything it needs as dependencies; Playwright's lacks the system's libraries but needs no rights. */
const APT_PACKAGES = ['chromium'];

/**
 * Finds a Chromium, or installs one: by apt where that needs no password, else by Playwright into the user's cache.
 * @param playwrightPath where Playwright's own would be
 * @param say is told what was done
 * @returns the path of a Chromium that starts
 * @throws Error that says what to do by hand
 */
export async function findOrInstallChromium(
  env: Environment,
  playwrightPath: string,
  children: ChildProcesses,
  say: (line: string) => void
): Promise<string> {
  const found = await findChromium(env, playwrightPath);
  if (found !== undefined) {
    return found;
  }
  say('Chromium was not found.');
  for (const install of [installByApt, installByPlaywright]) {
    await install(children, say);
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

async function installByApt(children: ChildProcesses, say: (line: string) => void) {
  const prefix = await aptPrefix(children);
  if (prefix === undefined) {
    say('apt-get is not available without a password.');
    return;
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) => {
    const [file = 'apt-get', ...rest] = [...prefix, 'apt-get', ...args];
    say(`Running: ${[file, ...rest].join(' ')}`);
    return succeeds(children, { name: 'apt-get', command: [file, ...rest], env });
  };
  // A list of packages that is partly out of reach may still hold what is needed.
  await apt('update');
  await apt('install', '-y', '--no-install-recommends', ...APT_PACKAGES);
}

async function installByPlaywright(children: ChildProcesses, say: (line: string) => void) {
  say('Running: npx playwright install chromium');
  await succeeds(children, {
    name: 'playwright install',
    command: [process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium'],
  });
}

/** What apt-get must be called through; undefined when it cannot be called without asking for a password. */
async function aptPrefix(children: ChildProcesses): Promise<string[] | undefined> {
  const hasApt = await succeeds(children, { name: 'apt-get', command: ['apt-get', '--version'] });
  if (!hasApt) {
    return undefined;
  }
  if (process.getuid?.() === 0) {
    return [];
  }
  const maySudo = await succeeds(children, { name: 'sudo', command: ['sudo', '-n', 'true'] });
  return maySudo ? ['sudo', '-n'] : undefined;
}

async function succeeds(children: ChildProcesses, spec: ChildSpec): Promise<boolean> {
  const { exited } = children.start(spec);
  return (await exited).code === 0;
}
