import { expect, type Page } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { openWorkbench, test } from './cleanPage.ts';

/** What a link opens is what was clicked: device, tag, time range, data source, kind of query. The links are read from the page. */

interface PageLink {
  readonly href: string;
  readonly text: string;
  /** The other links of its table row, with itself; empty for a link outside of a table. */
  readonly row: string[];
}

/** One that is no dashboard's default, with alerts in it. */
const RANGE = { from: 'now-2d', to: 'now' };

/** Tall enough to render every panel of a dashboard. */
const WHOLE_DASHBOARD = { width: 1440, height: 4500 };

/** The value of a variable for all of its options. */
const ALL = '$__all';

const paramsOf = (url: string) => new URL(url, 'http://host').searchParams;
const pathOf = (url: string) => new URL(url, 'http://host').pathname;
const variablesOf = (url: string) => {
  const params = paramsOf(url);
  const names = [...new Set(params.keys())].filter((name) => name.startsWith('var-'));
  return Object.fromEntries(names.map((name) => [name, params.getAll(name)]));
};

interface SavedQuery {
  readonly kind: string;
  readonly devices: string[];
  readonly tags: string[];
  readonly interval?: string;
}

interface Pane {
  readonly datasource: string;
  readonly queries: SavedQuery[];
  readonly range: { readonly from: string; readonly to: string };
}

/** What an address of Explore is to show. */
function paneOf(url: string): Pane {
  const [pane] = Object.values(JSON.parse(paramsOf(url).get('panes')!) as Record<string, Pane>);
  return pane!;
}

const rangeOfPane = (url: string) => {
  const { from, to } = paneOf(url).range;
  return [Number(from), Number(to)] as const;
};

/** The device and tag that a link leads to, as far as it names them. */
function subjectOf(url: string): { device?: string; tag?: string } {
  if (pathOf(url) === '/explore') {
    const [{ devices, tags }] = paneOf(url).queries as [SavedQuery];
    return { device: devices[0], tag: tags[0] };
  }
  const named = ['device', 'tag'].map((name) => [name, paramsOf(url).get(`var-${name}`)]);
  return Object.fromEntries(named.filter(([, value]) => value !== null && value !== ALL));
}

/** A panel with a time range of its own passes on that range, in milliseconds. */
const hasOwnRange = (url: string) => /^\d+$/.test(paramsOf(url).get('from')!);

/** The time range of an address. An absolute time is in milliseconds or in ISO 8601. */
const rangeOf = (url: string) =>
  ['from', 'to'].map((name) => {
    const time = paramsOf(url).get(name)!;
    return time.startsWith('now') ? time : Number(new Date(/^\d+$/.test(time) ? Number(time) : time));
  });

function readLinks(page: Page, selector: string): Promise<PageLink[]> {
  return page.locator(selector).evaluateAll((anchors) =>
    anchors.map((anchor) => ({
      href: anchor.getAttribute('href')!,
      text: anchor.textContent.trim(),
      row: [...(anchor.closest('[role=row]')?.querySelectorAll('a[href]') ?? [])].map((a) => a.getAttribute('href')!),
    }))
  );
}

/** The links of the first alert that can be clicked. */
async function readAlertLinks(page: Page): Promise<PageLink[]> {
  const mark = page.locator('main .u-wrap button[aria-label]').first();
  if (!(await mark.isVisible())) {
    return [];
  }
  await mark.click();
  const links = await readLinks(page, '[data-testid=toggletip-content] a[href]');
  await page.keyboard.press('Escape');
  return links;
}

/** Waits until a chart or a table has data. Variables have their values before. */
async function waitForData(page: Page) {
  const drawn = page.locator('[data-plugin-id="timeseries"] canvas, [data-plugin-id="table"] [role="row"]');
  await expect(drawn.first()).toBeVisible();
}

/** Renders all panels with their data. */
async function openDashboard(page: Page, uid: string, language: string) {
  await page.goto(`/d/${uid}?lang=${language}&refresh=1d&from=${RANGE.from}&to=${RANGE.to}`);
  await waitForData(page);
  await expect(page.getByText(/^Loading plugin panel/)).toHaveCount(0);
  await expect(page.getByLabel('Panel loading bar')).toHaveCount(0);
}

/** Compares a link with the page that it is on. */
function compareWithSource(link: PageLink, url: string, uids: string[]) {
  const where = `${link.text} ${link.href} on ${url}`;
  const here = variablesOf(url);
  const there = variablesOf(link.href);
  if (pathOf(link.href) === '/explore') {
    const { datasource, queries } = paneOf(link.href);
    expect(here['var-source'], where).toEqual([datasource]);
    expect(
      queries.map(({ devices, tags }) => [devices.length, tags.length]),
      where
    ).toEqual([[1, 1]]);
  } else {
    const [, uid] = /^\/d\/([^/]+)$/.exec(pathOf(link.href)) ?? [];
    expect(uids, where).toContain(uid);
    const from = paramsOf(link.href).get('from')!;
    expect(hasOwnRange(link.href) ? RANGE.from : from, where).toBe(RANGE.from);
    expect(there['var-source'], where).toEqual(here['var-source']);
  }
  const rowSubjects = link.row.map(subjectOf);
  for (const subject of ['device', 'tag'] as const) {
    const named = new Set(rowSubjects.map((of) => of[subject]).filter(Boolean));
    expect(named.size, `one ${subject} in a row: ${where}`).toBeLessThan(2);
  }
}

/** Follows a link and compares what it opens with what it says. */
async function follow(page: Page, { href, text, row }: PageLink) {
  await page.goto(href);
  const where = `${text} ${href}`;
  if (pathOf(href) === '/explore') {
    const { datasource, queries } = paneOf(href);
    await expect(
      page
        .getByRole('region', { name: /^(Graph|Gráfico)$/ })
        .getByRole('listitem')
        .first()
    ).toBeVisible();
    const shown = paramsOf(page.url());
    expect(JSON.parse(shown.get('queries')!), where).toEqual(queries);
    expect(shown.get('ds'), where).toBe(datasource);
    expect(rangeOf(page.url()), where).toEqual(rangeOfPane(href));
    return;
  }
  await waitForData(page);
  // The dashboard has a control for the device or tag of a row, with its name.
  if (row.length > 0) {
    await expect(page.getByRole('main'), where).toContainText(text);
  }
  const opened = variablesOf(page.url());
  const passed = Object.entries(variablesOf(href)).filter(([name]) => name in opened);
  expect(opened, where).toMatchObject(Object.fromEntries(passed));
  expect(rangeOf(page.url()), where).toEqual(rangeOf(href));
}

/** Links of one pattern lead to the same dashboard and name as much of a device and a tag, or lead to the same kind of query. */
function patternOf(href: string): string {
  const names = Object.keys(subjectOf(href));
  const queries = pathOf(href) === '/explore' ? paneOf(href).queries.map(({ kind, interval }) => [kind, interval]) : [];
  return JSON.stringify([pathOf(href), names, queries]);
}

/** Spanish dashboards have the same descriptions as English ones: the first one and two of its links are enough. */
for (const language of ['en', 'es']) {
  test(`every link of the dashboards opens what was clicked, in ${language}`, { tag: LONG_TAG }, async ({ page }) => {
    // There are many.
    test.slow();
    const { dashboards } = await openWorkbench(page, `/variables?lang=${language}`);
    const uids = dashboards.map(({ uid }) => uid);
    const inLanguage = uids.filter((uid) => uid.endsWith('-es') === (language === 'es'));
    const patterns = new Map<string, PageLink>();
    await page.setViewportSize(WHOLE_DASHBOARD);
    for (const uid of language === 'es' ? inLanguage.slice(0, 1) : inLanguage) {
      await openDashboard(page, uid, language);
      const url = page.url();
      // Other links lead out of the workbench, or to files.
      const links = [
        ...(await readLinks(page, '[data-viz-panel-key] a[href^="/d/"], [data-viz-panel-key] a[href^="/explore"]')),
      ];
      links.push(...(await readAlertLinks(page)));
      for (const link of links) {
        compareWithSource(link, url, uids);
        patterns.set(patternOf(link.href), link);
      }
      // The menu keeps everything but All.
      const selected = Object.entries(variablesOf(page.url())).filter(([, [value]]) => value !== ALL);
      for (const { href } of await readLinks(page, 'nav a[href^="/d/"]')) {
        expect(variablesOf(href), href).toEqual(Object.fromEntries(selected));
        expect(paramsOf(href).get('from')).toBe(RANGE.from);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(patterns.size).toBeGreaterThan(2);
    for (const link of [...patterns.values()].slice(0, language === 'es' ? 2 : undefined)) {
      await follow(page, link);
    }
  });
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
  expect(subjectOf(link!.href)).toEqual({ device: 'CMP-101', tag: 'corriente' });
  expect(paneOf(link!.href).queries).toMatchObject([{ kind: 'history', interval: 'raw' }]);
  const [from, to] = rangeOfPane(link!.href);
  const agoMs = Date.now() - (from + to) / 2;
  expect(Math.abs(agoMs / 3_600_000 - 12)).toBeLessThan(1);
  await follow(page, link!);
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
  const isCurrent = ({ href }: PageLink) =>
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
