import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const START_TIMEOUT_MS = 60_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Looks for a Chromium that starts: CHROMIUM_PATH, then the PATH, then the one that Playwright has downloaded.
 * @param playwrightPath where Playwright's own would be
 * @returns its path, undefined when there is none
 * @throws Error when CHROMIUM_PATH is set and nothing starts there: another browser would be a surprise
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

/** A file of the right name may be a mere pointer to a shop, as Ubuntu's chromium-browser is. */
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
