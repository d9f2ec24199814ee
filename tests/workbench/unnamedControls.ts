import type { Page } from '@playwright/test';

/** Roles of interactive elements, which need an accessible name for screen readers. */
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
 * Finds controls without an accessible name, as computed by the browser.
 * @returns one line per control: its role and the start of its HTML
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
  // Icons inside controls of @grafana/ui have the role button; the enclosing control has the name.
  return (await Promise.all(lines)).filter((line) => !/^button: <svg [^>]*data-testid="icon-/.test(line));
}
