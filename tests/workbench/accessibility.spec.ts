import { expect, type Page } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { clippedTexts, cutTexts, keyboardGaps, lowContrasts, skippedLevels } from '../pages/accessibility.ts';
import { openWorkbench, test } from './cleanPage.ts';
import { unnamedControls } from './unnamedControls.ts';

/** A page with one fault for each check. */
const FAULTY = `
  <main style="background: #fff">
    <h1>Plant</h1>
    <h3>Devices</h3>
    <p style="color: #999">Pale</p>
    <p style="color: #595959">Dark</p>
    <button style="outline: none">Send</button>
    <button>Cancel</button>
    <button></button>
    <div id="trap"><a href="#" onkeydown="event.preventDefault()">Trap</a></div>
    <a href="#end">Never reached</a>
    <section>
      <h2 style="width: 20px; overflow: hidden; white-space: nowrap">Cut title</h2>
      <p style="width: 20px; overflow: auto; white-space: nowrap">Scrolled text</p>
      <p>Whole text</p>
    </section>
  </main>`;

test('the checks of this file find what they are for', async ({ page }) => {
  await page.setContent(FAULTY);
  expect(await unnamedControls(page)).toEqual(['button: <button></button>']);
  expect(await skippedLevels(page)).toEqual(['h3: Devices']);
  expect(await clippedTexts(page)).toEqual(['Cut title']);
  expect(await lowContrasts(page.locator('body'))).toEqual(['2.85: Pale']);
  expect(await keyboardGaps(page.locator('body'))).toEqual([
    'not reached: <a href="#end">Never reached</a>',
    'no visible focus: <button style="outline: none">Send</button>',
  ]);
});

const VIEWS = {
  dashboard: '/d/plant-overview',
  'query editor': '/explore',
  annotations: '/annotations',
  variables: '/variables',
  settings: (dataSourceUid: string) => `/connections/datasources/edit/${dataSourceUid}`,
};

/** The query editor with each of the other kinds. */
const EDITORS = ['latest', 'alerts', 'devices', 'exports'].map(
  (kind) => `/explore?queries=${encodeURIComponent(JSON.stringify([{ refId: 'A', version: 2, kind }]))}`
);

/** What at least one panel of every dashboard has. */
const DRAWN = '[data-plugin-id="timeseries"] canvas, [data-plugin-id="table"] [role="row"]';

/** Room for the icon of a notice in every panel without one: which of them have one is up to the plant at that moment. */
const EVERY_PANEL_HAS_A_NOTICE = `
  section [data-testid$="header-container"]:not(:has([aria-label="Panel status"])) { padding-left: 32px }`;

/** The address of a view of the data source that a page has opened. */
async function findAddress(page: Page, path: (typeof VIEWS)[keyof typeof VIEWS]): Promise<string> {
  return typeof path === 'string' ? path : path((await openWorkbench(page, '/variables')).dataSourceUid);
}

for (const [view, path] of Object.entries(VIEWS)) {
  test(`everybody can read and operate the view: ${view}`, async ({ page }) => {
    await page.goto(`${await findAddress(page, path)}?theme=dark&refresh=1d`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(await unnamedControls(page)).toEqual([]);
    expect(await skippedLevels(page)).toEqual([]);
    expect(await lowContrasts(page.locator('body'))).toEqual([]);
    expect(await keyboardGaps(page.locator('body'))).toEqual([]);
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    expect(await lowContrasts(page.locator('body'))).toEqual([]);
  });
}

// Spanish texts are longer.
test('a narrow page does not scroll sideways and shows all choices', { tag: LONG_TAG }, async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 800 });
  for (const path of [...Object.values(VIEWS), ...EDITORS]) {
    const address = await findAddress(page, path);
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}refresh=1d&lang=es`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Cargando…', { exact: true })).toHaveCount(0);
    expect(await cutTexts(page, '[role=radiogroup] label'), page.url()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBeLessThanOrEqual(400);
  }
});

for (const language of ['en', 'es']) {
  const tag = language === 'en' ? [] : LONG_TAG;
  test(
    `no title and no other text of a panel is cut, and panels are drawn, in ${language}`,
    { tag },
    async ({ page }) => {
      // There are many dashboards.
      test.slow();
      await page.setViewportSize({ width: 1440, height: 3000 });
      const { dashboards } = await openWorkbench(page, '/variables');
      const ofLanguage = dashboards.filter(({ uid }) => uid.endsWith('-es') === (language === 'es'));
      expect(ofLanguage.length).toBeGreaterThan(5);
      for (const { uid, title } of ofLanguage) {
        await page.goto(`/d/${uid}?refresh=1d&lang=${language}`);
        await expect(page).toHaveTitle(new RegExp(title));
        await expect(page.locator('main section h2').first()).toBeVisible();
        await expect(page.getByLabel('Panel loading bar')).toHaveCount(0);
        await expect(page.getByText(/^Loading plugin panel/)).toHaveCount(0);
        await expect(page.locator(DRAWN).first()).toBeVisible();
        await page.addStyleTag({ content: EVERY_PANEL_HAS_A_NOTICE });
        expect(await clippedTexts(page), page.url()).toEqual([]);
        const panel = page.locator('main section').last();
        const wide = await panel.evaluate(({ clientWidth }) => clientWidth);
        await page.setViewportSize({ width: 1280, height: 3000 });
        await expect.poll(() => panel.evaluate(({ clientWidth }) => clientWidth)).toBeLessThan(wide);
        await expect.poll(() => clippedTexts(page), page.url()).toEqual([]);
        await page.setViewportSize({ width: 1440, height: 3000 });
      }
    }
  );
}
