import type { KeyboardEvent } from 'react';

/**
 * For an element around a combobox: Escape closes its list and does nothing more. Grafana takes the key for the whole page and
 * leaves any input with it, and the focus is nowhere. With a closed list, Escape is for the drawer or dialog around the editor, if there is one.
 */
export function keepFocusOnEscape(event: KeyboardEvent): void {
  const target = event.target as Element;
  if (event.key === 'Escape' && target.getAttribute('role') === 'combobox') {
    const isOpen = target.getAttribute('aria-expanded') === 'true';
    if (isOpen || target.closest('[role="dialog"]') === null) {
      event.stopPropagation();
    }
  }
}
