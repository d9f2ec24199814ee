import { expect } from '@grafana/plugin-e2e';
import type { Locator } from '@playwright/test';
import { explorePath, test } from './telemetryTest.ts';

const HEIGHT = 1400;
const WIDTHS = [400, 1100, 1280, 1440, 1920];

const PRESSURE = { devices: ['CMP-101'], tags: ['presion_descarga'] };
const QUERIES: ReadonlyArray<{ readonly kind: string } & Record<string, unknown>> = [
  { kind: 'history', ...PRESSURE },
  { kind: 'periods', ...PRESSURE, condition: { operator: '>', value: '7' } },
  { kind: 'latest' },
  { kind: 'alerts' },
  { kind: 'devices' },
  { kind: 'exports' },
];

/** What people operate: a field with its border, an option of a group, a button with a text. */
const CONTROLS = 'input:not([type=radio]):not([type=checkbox]), label[for^="option-"], [role=combobox], textarea';

/** The controls that cover another one, or reach beyond the editor, which may be wider than a narrow window: Grafana's own fields are. */
async function misplaced(editor: Locator): Promise<string[]> {
  const edges = await editor.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });
  return editor.locator(CONTROLS).evaluateAll((elements, { left, right }) => {
    const shown = elements
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const name = ({ element }: (typeof shown)[number]) =>
      element.getAttribute('aria-label') ?? element.textContent ?? element.outerHTML.slice(0, 80);
    const beyond = shown.filter(({ box }) => box.right > right + 1 || box.left < left - 1);
    const covering = shown.flatMap((one, index) =>
      shown.slice(index + 1).flatMap((other) => {
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        const isNested = one.element.contains(other.element) || other.element.contains(one.element);
        return width > 2 && height > 2 && !isNested ? [`${name(one)} covers ${name(other)}`] : [];
      })
    );
    return [...beyond.map((one) => `${name(one)} is beyond the editor`), ...covering];
  }, edges);
}

/** Controls of the plugin without a name for screen readers. */
async function unnamed(editor: Locator): Promise<string[]> {
  const snapshot = await editor.ariaSnapshot();
  return snapshot
    .split('\n')
    .filter((line) =>
      /^\s*- (button|checkbox|combobox|radio|radiogroup|searchbox|slider|spinbutton|switch|textbox)( \[[^\]]*\])*(:|$)/.test(
        line
      )
    );
}

test('the checks of this file find what they are for', async ({ page }) => {
  await page.setContent(`
    <main style="position: relative; width: 300px">
      <input aria-label="A" style="width: 200px"><input aria-label="B" style="position: absolute; left: 150px; width: 200px">
      <button disabled></button><input type="radio" checked><button>Send</button>
    </main>`);
  const editor = page.getByRole('main');
  expect(await misplaced(editor)).toEqual(['B is beyond the editor', 'A covers B']);
  expect(await unnamed(editor)).toEqual(
    ['- button [disabled]', '- radio [checked]'].map((line) => expect.stringContaining(line) as unknown)
  );
});

for (const { kind, ...query } of QUERIES) {
  test(`a query of the kind ${kind} has data, and every field of its editor is named and in its place at any width`, async ({
    page,
    explorePage,
    dataSource,
  }) => {
    await page.setViewportSize({ width: 1440, height: HEIGHT });
    await page.goto(explorePath(dataSource, { kind, ...query }, 'now-2d'));
    const editor = explorePage.getQueryEditorRow('A');
    await expect(page.locator('[role=gridcell], [data-testid="uplot-main-div"]').first()).toBeVisible();
    // Explore always has one, which it fades in for an error.
    await expect(page.getByTestId(/Alert error/).filter({ hasNotText: 'Unknown error' })).toHaveCount(0);
    expect(await unnamed(editor)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect.poll(() => misplaced(editor), { message: `at ${width} px` }).toEqual([]);
    }
  });
}
