import { chmodSync, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from './chromium/findOrInstallChromium.ts';
import { Phases } from './phases.ts';
import { findFreePort } from './processes/ports.ts';
import { ChildProcesses } from './processes/childProcesses.ts';
import { watchStopSignals } from './processes/stopSignals.ts';
import { repositoryRoot } from './repositoryRoot.ts';
import { buildIfChanged, pluginBuild, workbenchBuild } from './stack/builds.ts';
import { startStack } from './stack/stack.ts';

/**
 * Makes the pictures of the catalog (`src/img`) and of the user's guide (`docs/guide/img`) from the running product. The picture of an alert rule
 * is from a real Grafana and is not made here.
 */

const SIZE = { width: 1200, height: 750 };
const MAX_BYTES = 250_000;
/** Lines are drawn, and nothing fades in any more. */
const SETTLED_MS = 3_000;

interface Picture {
  readonly file: string;
  /** The user's guide has the picture, too: its pages see only their own folder. */
  readonly isInGuide?: boolean;
  readonly address: string;
  /** What a user does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
  /** A text of the data: the picture is taken when it is visible. */
  readonly waitsFor: string;
  readonly height?: number;
}

const EDITOR_QUERY = {
  refId: 'A',
  version: 2,
  kind: 'history',
  devices: ['CMP-*'],
  tags: ['presion_descarga'],
};

const PICTURES: readonly Picture[] = [
  {
    file: 'src/img/plant-overview.png',
    isInGuide: true,
    address: '/d/plant-overview?kiosk',
    waitsFor: 'Cloro libre bajo',
  },
  {
    file: 'src/img/trend.png',
    address: '/d/what-it-can-show?kiosk&viewPanel=1&from=now-24h&to=now',
    waitsFor: 'Presión de descarga',
  },
  {
    file: 'src/img/editor.png',
    isInGuide: true,
    address: `/explore?kiosk&from=now-24h&to=now&queries=${encodeURIComponent(JSON.stringify([EDITOR_QUERY]))}`,
    waitsFor: 'Compresor de aire 1 · Presión de descarga',
  },
  {
    file: 'docs/guide/img/settings.png',
    address: '/connections/datasources/edit/telemetria-industrial?kiosk',
    waitsFor: 'API key',
  },
  {
    file: 'docs/guide/img/alerts.png',
    address: '/d/plant-alerts?kiosk&from=now-7d&to=now',
    waitsFor: 'Cloro libre bajo',
  },
  { file: 'docs/guide/img/exports.png', address: '/d/plant-exports?kiosk', waitsFor: 'Download', height: 500 },
  {
    file: 'docs/guide/img/annotation.png',
    address: '/annotations?kiosk&from=now-24h&to=now',
    waitsFor: 'Cloro libre bajo',
  },
  {
    file: 'docs/guide/img/variable.png',
    address: '/variables?kiosk',
    act: async (page) => {
      await page.getByRole('combobox').first().click();
      await page.getByRole('option', { name: 'Planta Zaragoza' }).click();
    },
    waitsFor: 'of site',
    height: 600,
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
      await phases.run('picture', picture.file, () => takePicture(page, picture));
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
async function takePicture(
  page: Page,
  { file, isInGuide = false, address, act, waitsFor, height = SIZE.height }: Picture
): Promise<string> {
  const target = path.join(repositoryRoot, file);
  await page.setViewportSize({ width: SIZE.width, height });
  await page.goto(address);
  await act?.(page);
  await page.getByText(waitsFor).first().waitFor();
  await page.waitForTimeout(SETTLED_MS);
  await page.screenshot({ path: target });
  const bytes = statSync(target).size;
  if (bytes > MAX_BYTES) {
    throw new Error(`${file} has ${bytes} bytes; the limit is ${MAX_BYTES}.`);
  }
  if (isInGuide) {
    copyFileSync(target, path.join(repositoryRoot, 'docs', 'guide', 'img', path.basename(file)));
  }
  return `${file}, ${Math.round(bytes / 1000)} kB`;
}
