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

const DASHBOARDS = ['overview', 'alerts', 'device', 'tag', 'compare', 'data-quality', 'availability', 'consumption'];

for (const uid of DASHBOARDS.map((name) => `plant-${name}`)) {
  test(`the links of the panels of ${uid} open what they name`, async ({ page, gotoDashboardPage }) => {
    test.setTimeout(MAX_LINKS * MAX_PER_LINK_MS);
    const dashboard = await gotoDashboardPage({ uid });
    const anchors = page.locator('[data-viz-panel-key] a[href*="/d/plant-"]');
    await expect(anchors.first()).toBeVisible();
    await expect(page.getByTestId(dashboard.ctx.selectors.components.Panels.Panel.loadingBar(''))).toHaveCount(0);
    const links = await anchors.evaluateAll((elements) =>
      elements.map((element) => ({ href: element.getAttribute('href')!, text: element.textContent }))
    );
    // The first of each pattern is enough: the others differ in their names only.
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
