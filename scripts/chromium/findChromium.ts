import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const START_TIMEOUT_MS = 60_000;

/** What `.ci/run` does by itself. */
const MISSING = `Browser tests and pictures need Chromium, and none was found on the PATH or in the cache of Playwright. Run one of
  sudo apt-get install --yes chromium   (Debian: with its system libraries)
  npx playwright install chromium       (without root, into the cache of this user)
or set CHROMIUM_PATH to a Chromium or Chrome executable.`;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a Chromium that starts: first CHROMIUM_PATH, then PATH, then the one that Playwright downloaded. Installs nothing.
 * @param playwrightPath where Playwright installs its own Chromium
 * @returns its path
 * @throws Error that says what to run if there is none, or if CHROMIUM_PATH is set and does not start: falling back to another browser
 * would be unexpected
 */
export function findChromium(env: Environment = process.env, playwrightPath = chromium.executablePath()): string {
  const wanted = env.CHROMIUM_PATH;
  if (wanted) {
    if (starts(wanted)) {
      return wanted;
    }
    throw new Error(`CHROMIUM_PATH is "${wanted}", which cannot be started as Chromium. Correct it or unset it.`);
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [...candidates, playwrightPath].find(starts);
  if (found === undefined) {
    throw new Error(MISSING);
  }
  return found;
}

/** Checking the name is not enough: Ubuntu's chromium-browser is a script that only refers to the snap store. */
function starts(file: string): boolean {
  const { status, stdout } = spawnSync(file, ['--version'], { timeout: START_TIMEOUT_MS, encoding: 'utf8' });
  return status === 0 && /chrom/i.test(stdout);
}
