import { expect } from '@grafana/plugin-e2e';
import { test } from './telemetryTest.ts';

/** One page of Grafana for each link, on a machine that has more to do. */
const MAX_PER_LINK_MS = 40_000;
const MAX_LINKS = 40;

test.use({ viewport: { width: 1440, height: 2600 } });

/** The variables that a link passes on, but those of which everything is selected. */
function selectionOf(href: string): Array<readonly [string, string]> {
  const { searchParams } = new URL(href, 'http://grafana');
  return [...searchParams].filter(
    ([name, value]) => /^var-(device|tag)$/.test(name) && !/^(\$__all|All|\*)?$/.test(value)
  );
}

for (const uid of ['plant-overview', 'plant-alerts', 'plant-device', 'plant-data-quality', 'plant-availability']) {
  test(`the links in the tables of ${uid} open what they name`, async ({ page, gotoDashboardPage }) => {
    test.setTimeout(MAX_LINKS * MAX_PER_LINK_MS);
    const dashboard = await gotoDashboardPage({ uid });
    const cells = page.locator('[role=gridcell] a[href*="/d/plant-"]');
    await expect(cells.first()).toBeVisible();
    await expect(page.getByTestId(dashboard.ctx.selectors.components.Panels.Panel.loadingBar(''))).toHaveCount(0);
    const links = await cells.evaluateAll((anchors) =>
      anchors.map((anchor) => ({ href: anchor.getAttribute('href')!, text: anchor.textContent }))
    );
    // The first of each column is enough: the others differ in their names only.
    const kindOf = ({ href }: (typeof links)[number]) => {
      const { pathname, searchParams } = new URL(href, 'http://grafana');
      return [pathname, ...searchParams.keys()].join();
    };
    const first = [...new Map([...links].reverse().map((link) => [kindOf(link), link])).values()];
    expect(first.length).toBeGreaterThan(0);
    for (const { href, text } of first) {
      await test.step(`${text}: ${href}`, async () => {
        await page.goto(href);
        await expect(page.locator('[data-viz-panel-key]').first()).toBeVisible();
        await expect(page.getByTestId('data-testid Panel status error')).toHaveCount(0);
        for (const [name, value] of selectionOf(href)) {
          expect(new URL(page.url()).searchParams.getAll(name)).toContain(value);
        }
        const controls = page.getByTestId(dashboard.ctx.selectors.pages.Dashboard.SubMenu.submenuItem);
        for (const [, value] of selectionOf(href).filter(([name]) => name === 'var-device')) {
          await expect(controls.filter({ hasText: value }).first()).toBeVisible();
        }
      });
    }
  });
}
