import { expect } from '@grafana/plugin-e2e';
import type { Locator } from '@playwright/test';
import { keyboardGaps, lowContrasts } from '../pages/accessibility.ts';
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
  test(`a query of the kind ${kind} has data, and every field of its editor is named, reached by Tab, and in its place at any width`, async ({
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
    await focusStart(editor);
    expect(await keyboardGaps(editor)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await expect.poll(() => misplaced(editor), { message: `at ${width} px` }).toEqual([]);
    }
  });
}

for (const theme of ['dark', 'light']) {
  test(`the texts of every editor are readable in the ${theme} theme`, async ({ page, explorePage, dataSource }) => {
    for (const { kind, ...query } of QUERIES) {
      await page.goto(`${explorePath(dataSource, { kind, ...query }, 'now-2d')}&theme=${theme}`);
      const editor = explorePage.getQueryEditorRow('A');
      await expect(editor.getByRole('radio').first()).toBeAttached();
      expect(await lowContrasts(editor), kind).toEqual([]);
    }
  });
}

test('a device and a tag are chosen by keyboard alone', async ({ page, explorePage, dataSource }) => {
  await page.goto(explorePath(dataSource, { kind: 'history' }, 'now-2d'));
  const editor = explorePage.getQueryEditorRow('A');
  const choose = async (field: string, typed: string) => {
    const combobox = editor.getByRole('combobox', { name: field, exact: true });
    for (let left = MAX_TABS; left > 0 && !(await isFocused(combobox)); left -= 1) {
      await page.keyboard.press('Tab');
    }
    await expect(combobox).toBeFocused();
    // Grafana's list loses a letter that is typed before it has shown the one before.
    for (let length = 1; length <= typed.length; length += 1) {
      await page.keyboard.type(typed[length - 1]!);
      await expect(combobox).toHaveValue(typed.slice(0, length));
    }
    await expect(page.getByRole('option').filter({ hasText: typed }).first()).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(combobox).toBeFocused();
  };
  await expect(editor.getByRole('combobox', { name: 'Devices', exact: true })).toBeVisible();
  await focusStart(editor);
  await choose('Devices', 'Compresor de aire 1');
  await choose('Tags', 'Presión de descarga');
  await expect(explorePage.timeSeriesPanel.locator.getByText(/Presión de descarga/).first()).toBeVisible();
});

/** More than there are controls before a field. */
const MAX_TABS = 40;

const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

/** Tab leads to the first control of the editor from here. */
const focusStart = (editor: Locator) =>
  editor.evaluate((element) => {
    element.tabIndex = -1;
    element.focus();
  });
