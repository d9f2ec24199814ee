import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';
import { LONG_TAG } from '../../scripts/checks/longRun.ts';
import { repositoryRoot } from '../../scripts/repositoryRoot.ts';
import { test } from './cleanPage.ts';

/** What the dashboards that come with the plugin show when something is not known: the color and the text of every tile. */

interface StatPanel {
  readonly type: string;
  readonly title: string;
  readonly fieldConfig: {
    readonly defaults: {
      readonly noValue?: string;
      readonly mappings: ReadonlyArray<{ readonly options: { readonly result: { readonly text: string } } }>;
    };
  };
  readonly options: { readonly colorMode: string };
}

/** As in valueColors.ts: Playwright cannot load sources of the plugin. */
const GREY = '#6e6e6e';

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly object[];
}

/** Those of the built plugin. The one to share cannot be opened before it is imported: the demo plant has a copy of it. */
const DASHBOARDS = [
  ...['en', 'es'].flatMap((language) => readdirSync(distPath(language)).map((file) => readDashboard(language, file))),
  readDashboard('demo', 'en', 'plant-shared-demo.json'),
  readDashboard('demo', 'es', 'plant-shared-demo-es.json'),
];

function distPath(...names: readonly string[]): string {
  return path.join(repositoryRoot, 'dist', 'dashboards', ...names);
}

function readDashboard(...names: readonly string[]): Dashboard {
  return JSON.parse(readFileSync(distPath(...names), 'utf8')) as Dashboard;
}

const panelsOf = ({ panels }: { readonly panels: readonly object[] }, type: string) =>
  (panels as readonly StatPanel[]).filter((panel) => panel.type === type);

/** A title with a variable has another text on the page. */
function panelOf(page: Page, title: string): Locator {
  const parts = title.split(/\$\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return page.getByRole('region', { name: new RegExp(`^${parts.join('.*')}$`) });
}

/** Those of which people take a first look. */
const FIRST_LOOKS = new Set(['plant-overview', 'plant-alerts', 'plant-device']);

/** What is painted behind an element. */
const backgroundOf = (text: Locator) =>
  text.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/, 0\)$|^transparent$/.test(backgroundColor)) {
        return backgroundColor;
      }
    }
    return '';
  });

const colorOf = (text: Locator) => text.evaluate((element) => getComputedStyle(element).color);

/** Elements of the page with a green background or text, in which green is clearly more than red and blue. */
const greenTexts = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const isGreen = (color: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return alpha > 0 && green > red + 30 && green > blue + 30;
    };
    return [...main.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { backgroundColor, color } = getComputedStyle(element);
        return isGreen(backgroundColor) || (isGreen(color) && element.innerText);
      })
      .map((element) => element.innerText);
  });

const rgbOf = (hex: string) => `rgb(${[1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

const API_PATH = /\/v1\/(lecturas|valores|alertas|dispositivos|exportaciones)/;

/** Each dashboard under both, which the panels cannot tell apart: one in each language. */
const FAULTS = {
  en: { name: 'without a network', answer: (route: Route) => route.abort('connectionrefused') },
  es: { name: 'with errors', answer: (route: Route) => route.fulfill({ status: 502, body: 'Bad Gateway' }) },
};

/**
 * Counts the requests without an answer. Those that fail are sent again, after a delay: it passes at once, but never while the page
 * waits for an answer, which would be another fault.
 */
async function skipDelays(page: Page): Promise<{ until(shown: Locator): Promise<void> }> {
  let inFlight = 0;
  const count = (change: number) => (request: Request) => {
    inFlight += API_PATH.test(request.url()) ? change : 0;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  await page.clock.install();
  return {
    until: (shown) =>
      expect
        .poll(
          async () => {
            if (inFlight === 0) {
              await page.clock.runFor(1_000);
            }
            return shown.isVisible();
          },
          { intervals: [50], timeout: 45_000 }
        )
        .toBe(true),
  };
}

test.describe('without anything known', () => {
  test.use({ viewport: { width: 1440, height: 2600 } });

  for (const file of DASHBOARDS) {
    const language = file.uid.endsWith('-es') ? 'es' : 'en';
    const { name, answer } = FAULTS[language];
    const tag = FIRST_LOOKS.has(file.uid) ? [] : LONG_TAG;
    test(`${file.uid} ${name} is grey, and says what is unknown`, { tag }, async ({ page, pageErrors }) => {
      test.slow();
      await page.route(API_PATH, answer);
      const delays = await skipDelays(page);
      await page.goto(`/d/${file.uid}?lang=${language}&theme=dark&refresh=1h&var-device=MED-101&var-tag=corriente_l1`);
      for (const { title, fieldConfig, options } of panelsOf(file, 'stat')) {
        const text = panelOf(page, title).getByText(fieldConfig.defaults.mappings[0]!.options.result.text, {
          exact: true,
        });
        await delays.until(text.first());
        const color =
          options.colorMode === 'background_solid' ? await backgroundOf(text.first()) : await colorOf(text.first());
        expect([title, color]).toEqual([title, rgbOf(GREY)]);
      }
      for (const { title, fieldConfig } of panelsOf(file, 'table').filter(
        (table) => table.fieldConfig.defaults.noValue
      )) {
        await delays.until(panelOf(page, title).getByText(fieldConfig.defaults.noValue!, { exact: true }));
      }
      expect(await greenTexts(page)).toEqual([]);
      // The requests that this test lets fail.
      pageErrors.splice(0);
    });
  }

  test('a dashboard whose server hangs shows no number and nothing green', async ({ page }) => {
    const waiting = page.waitForRequest(/\/v1\/alertas/);
    await page.route(API_PATH, () => new Promise<void>(() => undefined));
    await page.goto('/d/plant-alerts?lang=en&theme=dark&refresh=1h');
    await waiting;
    await expect(panelOf(page, 'Open alerts')).toBeVisible();
    await expect(panelOf(page, 'Open alerts')).not.toContainText(/\d/);
    expect(await greenTexts(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('no open alert is said in words, and shown in green', async ({ page }) => {
  await page.route(/\/v1\/alertas/, (route) => route.fulfill({ json: { alertas: [], siguiente: null } }));
  await page.goto('/d/plant-alerts?lang=en&theme=dark&refresh=1h');
  await expect(panelOf(page, 'Open now').getByRole('gridcell', { name: 'No open alerts' })).toBeVisible();
  await expect(panelOf(page, 'Open alerts')).toContainText(/Critical\s*0/);
  expect(await greenTexts(page)).not.toEqual([]);
});

test('a connection that only the server knows is not green', async ({ page }) => {
  await page.route(/\/v1\/dispositivos/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { dispositivos: Array<{ conexion: string }> };
    body.dispositivos.forEach((device) => (device.conexion = 'hibernando'));
    await route.fulfill({ response, json: body });
  });
  await page.goto('/d/plant-overview?lang=en&theme=dark&refresh=1h&var-device=MED-101');
  await page.getByRole('heading', { level: 2, name: 'Devices', exact: true }).last().scrollIntoViewIfNeeded();
  const cell = panelOf(page, 'Devices by last contact').getByText('hibernando', { exact: true }).first();
  await expect(cell).toBeVisible();
  expect(await backgroundOf(cell)).toBe(rgbOf(GREY));
  const tile = panelOf(page, 'Connection').getByText('hibernando', { exact: true });
  expect(await backgroundOf(tile)).toBe(rgbOf(GREY));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 400, height: 2800 } });

  test('the comparison shows values with their age, without a scroll bar to the side', async ({ page }) => {
    await page.goto('/d/plant-compare?lang=en&theme=dark&refresh=1h&var-tag=caudal');
    const table = panelOf(page, 'Latest values');
    for (const heading of ['Device', 'Value', 'Age']) {
      await expect(table.getByRole('columnheader', { name: heading })).toBeInViewport({ ratio: 1 });
    }
    await expect(table.getByRole('columnheader', { name: 'Freshness' })).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(400);
  });
});
