import { expect, type Page } from '@playwright/test';
import { test } from './cleanPage.ts';

/** What a link opens is what was clicked, and what a page passes on to the next one. Grafana's own pages are tested in tests/grafana. */

/** The value of a variable for all of its options. */
const ALL = '$__all';

const paramsOf = (url: string) => new URL(url, 'http://host').searchParams;
const pathOf = (url: string) => new URL(url, 'http://host').pathname;

interface Pane {
  readonly datasource: string;
  readonly queries: Array<Record<'kind' | 'devices' | 'tags' | 'interval', unknown>>;
  readonly range: { readonly from: string; readonly to: string };
}

/** A panel with a time range of its own passes on that range, in milliseconds. */
const hasOwnRange = (url: string) => /^\d+$/.test(paramsOf(url).get('from')!);

function readLinks(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href')!));
}

/** Waits until a chart or a table has data. Variables have their values before. */
async function waitForData(page: Page) {
  const drawn = page.locator('[data-plugin-id="timeseries"] canvas, [data-plugin-id="table"] [role="row"]');
  await expect(drawn.first()).toBeVisible();
}

test('a click on a point of a chart keeps its tooltip open, with a link to the readings around the point', async ({
  page,
}) => {
  await page.goto('/d/plant-tag?lang=en&refresh=1d&var-device=CMP-101&var-tag=corriente&from=now-24h&to=now');
  const plot = page.locator('[data-plugin-id=timeseries] .u-over').first();
  await expect(plot).toBeVisible();
  const panel = page.getByRole('region').filter({ has: plot });
  await expect(panel.getByLabel('Panel loading bar')).toHaveCount(0);
  const tooltip = page.locator('#grafana-portal-container [aria-live=polite]');
  // As in Grafana, only a click near a point does. The cursor marks the point of its time.
  const { x, y, width, height } = (await plot.boundingBox())!;
  await page.mouse.move(x + width / 2 - 5, y + height / 2);
  await page.mouse.move(x + width / 2, y + height / 2);
  await expect(tooltip).toContainText(/\d A/);
  const mark = (await plot.locator('.u-cursor-pt').first().boundingBox())!;
  const markY = mark.y + mark.height / 2;
  // A value at the edge, such as 0 A, is marked on the border of the plot.
  await page.mouse.click(mark.x + mark.width / 2, Math.min(Math.max(markY, y + 2), y + height - 2));
  await expect(tooltip.getByRole('link')).toBeVisible();
  const [link] = await readLinks(page, '#grafana-portal-container [aria-live=polite] a[href]');
  await page.keyboard.press('Escape');
  await expect(tooltip.getByRole('link')).toHaveCount(0);
  const [pane] = Object.values(JSON.parse(paramsOf(link!).get('panes')!) as Record<string, Pane>);
  const { datasource, queries, range } = pane!;
  expect(queries).toMatchObject([{ kind: 'history', devices: ['CMP-101'], tags: ['corriente'], interval: 'raw' }]);
  const agoMs = Date.now() - (Number(range.from) + Number(range.to)) / 2;
  expect(Math.abs(agoMs / 3_600_000 - 12)).toBeLessThan(1);
  await page.goto(link!);
  await expect(page.getByRole('region', { name: 'Graph' }).getByRole('listitem').first()).toBeVisible();
  const shown = paramsOf(page.url());
  expect(JSON.parse(shown.get('queries')!)).toEqual(queries);
  expect(shown.get('ds')).toBe(datasource);
  const timeOf = (name: string) => Number(new Date(Number(shown.get(name)) || shown.get(name)!));
  expect([timeOf('from'), timeOf('to')]).toEqual([Number(range.from), Number(range.to)]);
});

test('the keyboard follows the link of a cell of a table', async ({ page }) => {
  await page.goto('/d/plant-alerts?lang=en&refresh=1d');
  const cells = page.getByRole('gridcell');
  const withLink = cells.filter({ has: page.locator('a') }).first();
  const href = await withLink.locator('a').getAttribute('href');
  // Tab leads from cell to cell, so the focus is on a cell and not on its link.
  await cells.first().click({ position: { x: 1, y: 1 } });
  const isFocused = () => withLink.evaluate((cell) => cell === document.activeElement);
  for (let left = await cells.count(); left > 0 && !(await isFocused()); left -= 1) {
    await page.keyboard.press('Tab');
  }
  await expect(withLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.pathname === pathOf(href!));
});

test('links follow the variables and the time range, and the menu keeps them', async ({ page }) => {
  await page.goto('/d/plant-tag?lang=en&refresh=1d&var-device=MED-101&from=now-6h&to=now');
  await waitForData(page);
  const link = page.locator('[data-viz-panel-key] a[href*="var-device="]').first();
  await expect(link).toHaveAttribute('href', /var-device=MED-101.*from=now-6h/);
  // Typed, because the menu renders only the options in view, and devices with open alerts come first.
  await page.getByRole('combobox', { name: 'Device', exact: true }).fill('CMP-101');
  await page.getByRole('option', { name: /\(CMP-101\)/ }).click();
  await page.getByRole('button', { name: /^Time range selected/ }).click();
  await page.getByText('Yesterday', { exact: true }).click();
  await expect(page).toHaveURL(/from=now-1d%2Fd|from=now-1d\/d/);
  const isCurrent = (href: string) =>
    paramsOf(href).get('var-device') === 'CMP-101' && (hasOwnRange(href) || paramsOf(href).get('from') === 'now-1d/d');
  const countLinks = async () => {
    const links = await readLinks(page, '[data-viz-panel-key] a[href*="var-device="]');
    return { outdated: links.filter((each) => !isCurrent(each)), isEnough: links.length > 1 };
  };
  await expect.poll(countLinks).toEqual({ outdated: [], isEnough: true });
  await page.locator('nav a[href^="/d/plant-device"]').click();
  await waitForData(page);
  expect(paramsOf(page.url()).get('var-device')).toBe('CMP-101');
  await expect(page.getByRole('button', { name: 'Time range selected: Yesterday' })).toBeVisible();
});

for (const menu of ['main [role=toolbar]', 'nav']) {
  test(`a dashboard of one device shows one after all were selected: menu in ${menu}`, async ({ page }) => {
    await page.goto('/d/plant-alerts?lang=en&refresh=1d&from=now-3h&to=now');
    await expect(page).toHaveURL((url) => url.searchParams.get('var-device') === ALL);
    await page.locator(`${menu} a[href^="/d/plant-device"]`).click();
    await expect(page).toHaveURL(/plant-device\?.*from=now-3h/);
    await waitForData(page);
    expect(paramsOf(page.url()).get('var-device')).toMatch(/^[A-Z]+-\d+$/);
  });
}

test('the link to a dashboard in another language changes the language', async ({ page }) => {
  await page.goto('/d/plant-overview?lang=en&refresh=1d&from=now-3h&to=now');
  await page.locator('main [role=toolbar] a[href^="/d/plant-overview-es"]').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-ES');
  await expect(page).toHaveURL(/plant-overview-es\?.*from=now-3h/);
});
