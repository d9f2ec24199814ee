import { copyFileSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { launchOptions } from './chromium/launchOptions.ts';
import { Phases } from './phases.ts';
import { findFreePort } from './processes/ports.ts';
import type { ChildProcesses } from './processes/childProcesses.ts';
import { runCommand } from './processes/runCommand.ts';
import { repositoryRoot } from './repositoryRoot.ts';
import { type Picture, PICTURES, SHEET } from './screenshots/pictures.ts';
import { buildIfChanged, pluginBuild, workbenchBuild } from './stack/builds.ts';
import { startStack } from './stack/stack.ts';
import { makeDataDir } from './stack/temporaryDataDir.ts';

/**
 * Makes the pictures of the catalog (`src/img`), of the user's guide (`docs/guide/img`) and of the README from the running product with a new demo
 * plant. The picture of an alert rule is from a real Grafana and is not made here.
 */

const SIZE = { width: 1200, height: 750 };
const MAX_BYTES = 250_000;
/** Width of the sheet, which has two pictures beside each other. */
const SHEET_WIDTH = 1600;
const MAX_SHEET_BYTES = 500_000;
/** Lines are drawn, and nothing fades in any more. */
const SETTLED_MS = 3_000;

await runCommand('screenshots', async (children) => {
  const dataDir = makeDataDir('telemetria-screenshots-');
  try {
    await takePictures(children, dataDir, new Phases(process.stdout));
    return 0;
  } finally {
    await children.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function takePictures(children: ChildProcesses, dataDir: string, phases: Phases): Promise<void> {
  const howToLaunch = launchOptions();
  for (const build of [pluginBuild, workbenchBuild]) {
    await phases.run(build.name, 'building', () => buildIfChanged(children, build));
  }
  const options = { dataDir, apiPort: await findFreePort(), workbenchPort: await findFreePort() };
  const environment = { ...process.env, TELEMETRY_DATA_DIR: dataDir };
  const { workbenchUrl } = await startStack(children, options, environment, phases);
  const browser = await chromium.launch(howToLaunch);
  try {
    const page = await openPage(browser, workbenchUrl);
    for (const picture of PICTURES) {
      await phases.run('picture', picture.file, () => takePicture(page, picture));
    }
    await phases.run('sheet', SHEET, () => takeSheet(page));
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
async function takePicture(page: Page, picture: Picture): Promise<string> {
  const { file, isInGuide = false, address, act, shows, height = SIZE.height } = picture;
  await page.setViewportSize({ width: SIZE.width, height });
  await page.goto(address);
  await act?.(page);
  for (const text of shows) {
    await page.getByText(text).first().waitFor();
  }
  await page.waitForTimeout(SETTLED_MS);
  await requireInPicture(page, picture, height);
  const size = await savePicture(page, file, MAX_BYTES);
  if (isInGuide) {
    copyFileSync(
      path.join(repositoryRoot, file),
      path.join(repositoryRoot, 'docs', 'guide', 'img', path.basename(file))
    );
  }
  return size;
}

/** @throws Error with the texts that are on the page but not in the picture, or not any more */
async function requireInPicture(page: Page, { file, shows }: Picture, height: number): Promise<void> {
  const missing: string[] = [];
  for (const text of shows) {
    const boxes = await Promise.all((await page.getByText(text).all()).map((found) => found.boundingBox()));
    if (!boxes.some((box) => box !== null && box.y >= 0 && box.y + box.height <= height)) {
      missing.push(text);
    }
  }
  if (missing.length > 0) {
    throw new Error(`${file} would not show: ${missing.join(', ')}.`);
  }
}

/** Puts the pictures that have a caption into one. */
async function takeSheet(page: Page): Promise<string> {
  const figures = PICTURES.filter(({ caption }) => caption !== undefined).map(({ file, caption }) => {
    const data = readFileSync(path.join(repositoryRoot, file), 'base64');
    return `<figure><img src="data:image/png;base64,${data}"><figcaption>${caption}</figcaption></figure>`;
  });
  await page.setViewportSize({ width: SHEET_WIDTH, height: SIZE.height });
  await page.goto('about:blank');
  await page.setContent(`<style>
    body { margin: 0; padding: 16px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px; background: #22252b; color: #ccccdc; font: 20px sans-serif }
    figure { margin: 0 } img { width: 100%; display: block } figcaption { padding-top: 8px }
  </style>${figures.join('')}`);
  return savePicture(page, SHEET, MAX_SHEET_BYTES, true);
}

/** @returns the file and its size, for display */
async function savePicture(page: Page, file: string, maxBytes: number, fullPage = false): Promise<string> {
  const target = path.join(repositoryRoot, file);
  await page.screenshot({ path: target, fullPage });
  const bytes = statSync(target).size;
  if (bytes > maxBytes) {
    throw new Error(`${file} has ${bytes} bytes; the limit is ${maxBytes}.`);
  }
  return `${file}, ${Math.round(bytes / 1000)} kB`;
}
