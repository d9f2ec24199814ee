import type { Locator, Page } from '@playwright/test';

/** Finds headings that skip a level, such as one of level 3 below one of level 1. */
export function skippedLevels(page: Page): Promise<string[]> {
  return page.locator(':is(h1, h2, h3, h4, h5, h6):visible').evaluateAll((headings) => {
    const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
    return headings
      .map(({ outerHTML, textContent }, index) => ({ text: textContent || outerHTML, index }))
      .filter(({ index }) => levels[index]! > (levels[index - 1] ?? 0) + 1)
      .map(({ text, index }) => `h${levels[index]}: ${text}`);
  });
}

/**
 * Finds texts whose contrast with their background is below 4.5, or 3 for large ones, as WCAG 2 requires at level AA. Texts of disabled
 * controls may have less, and those over an image or a gradient are not judged.
 * @param root only its texts
 */
export function lowContrasts(root: Locator): Promise<string[]> {
  return root.evaluate((rootElement) => {
    interface Color {
      readonly rgb: number[];
      readonly alpha: number;
    }
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const parse = (css: string): Color => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return { rgb: [red, green, blue], alpha: alpha / 255 };
    };
    const over = ({ rgb, alpha }: Color, below: number[]) =>
      rgb.map((channel, index) => channel * alpha + below[index]! * (1 - alpha));
    const luminance = (rgb: number[]) => {
      const [red = 0, green = 0, blue = 0] = rgb
        .map((channel) => channel / 255)
        .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    /** Undefined over an image. */
    const backgroundOf = (element: Element | null): number[] | undefined => {
      if (element === null) {
        return [255, 255, 255];
      }
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const color = parse(backgroundColor);
      if (backgroundImage !== 'none') {
        return undefined;
      }
      const below = color.alpha === 1 ? color.rgb : backgroundOf(element.parentElement);
      return below && over(color, below);
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(rootElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement!;
      const text = texts.currentNode.nodeValue!.trim();
      if (
        text === '' ||
        !element.checkVisibility({ opacityProperty: true }) ||
        element.closest('script, style, :disabled, .sr-only')
      ) {
        continue;
      }
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const background = backgroundOf(element);
      if (background) {
        const levels = [luminance(over(parse(color), background)), luminance(background)].sort((a, b) => b - a);
        const ratio = (levels[0]! + 0.05) / (levels[1]! + 0.05);
        const sizePx = parseFloat(fontSize);
        const isLarge = sizePx >= 24 || (sizePx >= 18.66 && Number(fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) {
          found.push(`${ratio.toFixed(2)}: ${text.slice(0, 60)}`);
        }
      }
    }
    return [...new Set(found)];
  });
}

/** Finds elements whose text is longer than their box shows. */
export function cutTexts(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(`${selector} >> visible=true`)
    .evaluateAll((elements) =>
      elements.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)
    );
}

/** Finds texts of panels that a box around them cuts off at a side, but for those of cells, which a table lays out by what it estimates. */
export function clippedTexts(page: Page): Promise<string[]> {
  return page.locator('main').evaluate((main) => {
    const clips = (box: Element, text: DOMRect) => {
      const { left, right, width } = box.getBoundingClientRect();
      // Rounding, and what only screen readers read.
      return width > 2 && (text.right > right + 1.5 || text.left < left - 1.5);
    };
    const clipped: string[] = [];
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const rect = range.getBoundingClientRect();
      let box = rect.width > 0 && parentElement?.closest('section') ? parentElement : null;
      for (; box !== null && box !== main && !box.matches('[role=gridcell]'); box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') {
          break;
        }
        if (overflowX !== 'visible' && clips(box, rect)) {
          clipped.push(textContent ?? '');
          break;
        }
      }
    }
    return clipped;
  });
}

/**
 * Finds controls that Tab does not reach, or that look the same with and without the focus. Grafana's table is a
 * grid, in which Tab goes from cell to cell: what is in a cell counts as reached with it.
 * @param root only its controls; the focus is to be on it, or before it
 */
export async function keyboardGaps(root: Locator): Promise<string[]> {
  const page = root.page();
  await root.evaluate((rootElement) => {
    const lookOf = (element: Element) => {
      const looks: string[] = [];
      // Controls of @grafana/ui show the focus of an input on a box around it.
      for (let at: Element | null = element, depth = 0; at && depth < 5; at = at.parentElement, depth += 1) {
        const { outline, boxShadow, borderColor, backgroundColor, top } = getComputedStyle(at);
        const before = getComputedStyle(at, '::before');
        const sibling = at.nextElementSibling && getComputedStyle(at.nextElementSibling);
        looks.push(outline, boxShadow, borderColor, backgroundColor, top, before.boxShadow, before.outline);
        looks.push(sibling?.outline ?? '', sibling?.boxShadow ?? '');
      }
      return looks.join();
    };
    const controls = [
      ...rootElement.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]'),
    ].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(':disabled, [tabindex="-1"], [type=hidden], [type=radio]:not(:checked)') &&
        element.closest('[aria-hidden=true], [inert]') === null
    );
    Object.assign(window, { lookOf, unfocused: new Map(controls.map((control) => [control, lookOf(control)])) });
  });
  type Window = { lookOf: (element: Element) => string; unfocused: Map<Element, string> };
  const count = await page.evaluate(() => (window as unknown as Window).unfocused.size);
  const invisible: string[] = [];
  // Controls that appear on the way are reached, too.
  for (let step = 0; step < count * 4; step += 1) {
    await page.keyboard.press('Tab');
    const line = await page.evaluate(() => {
      const { lookOf, unfocused } = window as unknown as Window;
      const focused = document.activeElement!;
      const look = unfocused.get(focused);
      unfocused.delete(focused);
      const cell = focused.closest('[role=gridcell], [role=columnheader]');
      [...unfocused.keys()]
        .filter((control) => cell?.contains(control))
        .forEach((control) => unfocused.delete(control));
      return look !== undefined && look === lookOf(focused) ? focused.outerHTML.slice(0, 160) : undefined;
    });
    if (line !== undefined) {
      invisible.push(`no visible focus: ${line}`);
    }
    if (await page.evaluate(() => (window as unknown as Window).unfocused.size === 0)) {
      break;
    }
  }
  const missed = await page.evaluate(() =>
    [...(window as unknown as Window).unfocused.keys()]
      .filter((element) => element.isConnected)
      .map((element) => `not reached: ${element.outerHTML.slice(0, 160)}`)
  );
  return [...missed, ...invisible];
}
