import { chromium as playwrightChromium } from '@playwright/test';
import { findOrInstallChromium } from '../../chromium/findOrInstallChromium.ts';
import type { ChildProcesses } from '../../processes/childProcesses.ts';
import { isInstalled } from '../programs/programs.ts';
import { seed } from './seed.ts';

const GO_MODULES = ['.', 'docker/composefile'];

/**
 * Finds or installs what steps need, so that nothing is downloaded during a test. What cannot be had is reported by the step that needs it.
 * Sets CHROMIUM_PATH.
 * @returns versions and the seed, for display
 */
export async function installNeeds(
  needs: ReadonlySet<'chromium' | 'go'>,
  children: ChildProcesses,
  write: (text: string) => void
): Promise<readonly string[]> {
  const versions = [`Node.js ${process.versions.node}`];
  if (needs.has('go') && isInstalled('go', 'version')) {
    const version = await children.run({ name: 'go version', command: ['go', 'version'] });
    versions.push(`Go ${/go([\d.]+\S*)/.exec(version)?.[1] ?? version.trim()}`);
    for (const folder of GO_MODULES) {
      const command = ['go', '-C', folder, 'mod', 'download'] as const;
      await children.start({ name: 'go mod download', command, output: write }).exited;
    }
  }
  if (needs.has('chromium')) {
    try {
      const log = (line: string) => write(`${line}\n`);
      const chromium = await findOrInstallChromium(process.env, playwrightChromium.executablePath(), children, log);
      process.env.CHROMIUM_PATH = chromium;
      const version = await children.run({ name: 'Chromium', command: [chromium, '--version'] });
      versions.push(`Chromium ${/[\d.]{5,}/.exec(version)?.[0] ?? version.trim()}`);
    } catch (error) {
      write(`${(error as Error).message}\n`);
    }
  }
  return [...versions, `seed ${seed()}`];
}
