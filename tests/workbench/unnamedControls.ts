import type { Page } from '@playwright/test';

/** What people operate; each must have a name that a screen reader can say. */
const CONTROLS = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);

/**
 * The controls of a page without an accessible name, as the browser itself computes it.
 * @returns a line for each: its role and the start of its HTML
 */
export async function unnamedControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const unnamed = nodes.filter(
    ({ ignored, role, name }) => !ignored && CONTROLS.has(String(role?.value)) && !String(name?.value ?? '').trim()
  );
  const lines = unnamed.map(async ({ role, backendDOMNodeId }) => {
    const { outerHTML } = await session.send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId });
    return `${String(role?.value)}: ${outerHTML.slice(0, 160)}`;
  });
  // The arrow or spinner inside a control of @grafana/ui counts as a button of its own; the control around it has the name.
  return (await Promise.all(lines)).filter((line) => !/^button: <svg [^>]*data-testid="icon-/.test(line));
}
