import { findChromium } from '../../chromium/findChromium.ts';
import type { ChildProcesses } from '../../processes/childProcesses.ts';
import { hasGo } from '../../processes/isInstalled.ts';
import { seed } from './seed.ts';

const GO_MODULES = ['.', 'docker/composefile'];

/**
 * Finds what steps need, and downloads the modules of Go, so that nothing is downloaded during a test. What is missing is said here, and
 * reported by the step that needs it. Sets CHROMIUM_PATH.
 * @returns versions and the seed, for display
 */
export async function installNeeds(
  needs: ReadonlySet<'chromium' | 'go'>,
  children: ChildProcesses,
  write: (text: string) => void
): Promise<readonly string[]> {
  const versions = [`Node.js ${process.versions.node}`];
  if (needs.has('go') && hasGo()) {
    const version = await children.run({ name: 'go version', command: ['go', 'version'] });
    versions.push(`Go ${/go([\d.]+\S*)/.exec(version)?.[1] ?? version.trim()}`);
    for (const folder of GO_MODULES) {
      const command = ['go', '-C', folder, 'mod', 'download'] as const;
      await children.start({ name: 'go mod download', command, output: write }).exited;
    }
  }
  if (needs.has('chromium')) {
    try {
      const chromium = findChromium();
      process.env.CHROMIUM_PATH = chromium;
      const version = await children.run({ name: 'Chromium', command: [chromium, '--version'] });
      versions.push(`Chromium ${/[\d.]{5,}/.exec(version)?.[0] ?? version.trim()}`);
    } catch (error) {
      write(`${(error as Error).message}\n\n`);
    }
  }
  return [...versions, `seed ${seed()}`];
}
