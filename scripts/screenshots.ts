import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from './chromium/findOrInstallChromium.ts';
import { Phases } from './phases.ts';
import { findFreePort } from './ports.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { watchStopSignals } from './processes/stopSignals.ts';
import { repositoryRoot } from './repositoryRoot.ts';
import { buildIfChanged, pluginBuild, workbenchBuild } from './stack/builds.ts';
import { startStack } from './stack/stack.ts';

/** Makes the pictures of the plugin's page in the catalog, `src/img/*.png`, from the running product. */

const SIZE = { width: 1200, height: 750 };
const MAX_BYTES = 250_000;
/** Lines are drawn, and nothing fades in any more. */
const SETTLED_MS = 3_000;

interface Picture {
  readonly name: string;
  readonly path: string;
  /** A text of the data: the picture is taken when it is visible. */
  readonly waitsFor: string;
}

const EDITOR_QUERY = {
  refId: 'A',
  version: 2,
  kind: 'history',
  devices: ['CMP-*'],
  tags: ['presion_descarga'],
};

const PICTURES: readonly Picture[] = [
  { name: 'plant-overview', path: '/d/plant-overview?kiosk', waitsFor: 'Cloro libre bajo' },
  {
    name: 'trend',
    path: '/d/what-it-can-show?kiosk&viewPanel=1&from=now-24h&to=now',
    waitsFor: 'Presión de descarga',
  },
  {
    name: 'editor',
    path: `/explore?kiosk&from=now-24h&to=now&queries=${encodeURIComponent(JSON.stringify([EDITOR_QUERY]))}`,
    waitsFor: 'Compresor de aire 1 · Presión de descarga',
  },
];

const children = new ChildProcesses();
const stop = watchStopSignals(children);
void stop.requested.then(() => children.close());

process.exit(await main());

async function main(): Promise<number> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'telemetria-screenshots-'));
  // If root runs this, PostgreSQL runs as another user, who needs to traverse this folder.
  chmodSync(dataDir, 0o711);
  try {
    await takePictures(dataDir, new Phases(process.stdout));
    return 0;
  } catch (error) {
    process.stderr.write(`\nnpm run screenshots: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await children.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function takePictures(dataDir: string, phases: Phases): Promise<void> {
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const executablePath = await findOrInstallChromium(process.env, chromium.executablePath(), children, log);
  for (const build of [pluginBuild, workbenchBuild]) {
    await phases.run(build.name, 'building', () => buildIfChanged(children, build));
  }
  const options = { dataDir, apiPort: await findFreePort(), workbenchPort: await findFreePort() };
  const environment = { ...process.env, TELEMETRY_DATA_DIR: dataDir };
  const { workbenchUrl } = await startStack(children, options, environment, phases);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await openPage(browser, workbenchUrl);
    for (const picture of PICTURES) {
      await phases.run('picture', picture.name, () => takePicture(page, picture));
    }
  } finally {
    await browser.close();
  }
}

async function openPage(browser: Browser, baseURL: string): Promise<Page> {
  const page = await browser.newPage({ baseURL, viewport: SIZE, locale: 'en-US', timezoneId: 'UTC' });
  // The page remembers both.
  await page.goto('/explore?lang=en&theme=dark');
  return page;
}

/** @returns the file and its size, for display */
async function takePicture(page: Page, { name, path: address, waitsFor }: Picture): Promise<string> {
  const file = `src/img/${name}.png`;
  const target = path.join(repositoryRoot, file);
  await page.goto(address);
  await page.getByText(waitsFor).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: target });
  const bytes = statSync(target).size;
  if (bytes > MAX_BYTES) {
    throw new Error(`${file} has ${bytes} bytes; the limit is ${MAX_BYTES}.`);
  }
  return `${file}, ${Math.round(bytes / 1000)} kB`;
}
