import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const START_TIMEOUT_MS = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a Chromium that starts: first CHROMIUM_PATH, then PATH, then the one that Playwright downloaded.
 * @param playwrightPath where Playwright installs its own Chromium
 * @returns its path, undefined if there is none
 * @throws Error if CHROMIUM_PATH is set and does not start: falling back to another browser would be unexpected
 */
export async function findChromium(env: Environment, playwrightPath: string): Promise<string | undefined> {
  const wanted = env.CHROMIUM_PATH;
  if (wanted) {
    if (await starts(wanted)) {
      return wanted;
    }
    throw new Error(`CHROMIUM_PATH is "${wanted}", which cannot be started as Chromium. Correct it or unset it.`);
  }
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const candidates = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const candidate of [...candidates, playwrightPath]) {
    if (await starts(candidate)) {
      return candidate;
    }
  }
  return undefined;
}

/** Checking the name is not enough: Ubuntu's chromium-browser is a script that only refers to the snap store. */
async function starts(file: string): Promise<boolean> {
  if (!existsSync(file)) {
    return false;
  }
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'], { timeout: START_TIMEOUT_MS });
    return /chrom/i.test(stdout);
  } catch {
    return false;
  }
}
