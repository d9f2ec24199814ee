import { configure } from '@testing-library/react';

/*
 * jsdom lays nothing out and paints nothing, while the lists of `@grafana/ui` show only the lines that fit their
 * height and measure their words on a canvas. Imported before any of its components, this gives every element a size
 * and every word a width.
 */
const ELEMENT = { width: 1_000, height: 1_000 };
const ICON = { width: 20, height: 20 };

/** Tells each element's size once; nothing is ever resized or scrolled out of sight here. */
class StillObserver {
  constructor(private readonly report: (entries: object[], observer: StillObserver) => void) {}
  observe(target: Element) {
    // A field of several values shows those that fit beside its icon and the count of the others.
    const contentRect = target.className.includes('input-input') ? ELEMENT : ICON;
    this.report([{ target, contentRect, isIntersecting: true }], this);
  }
  unobserve() {}
  disconnect() {}
}

const context = { font: '', measureText: (text: string) => ({ width: text.length * 7 }) };

Object.assign(window, { ResizeObserver: StillObserver, IntersectionObserver: StillObserver });
Object.defineProperties(Element.prototype, {
  clientWidth: { configurable: true, value: ELEMENT.width },
  clientHeight: { configurable: true, value: ELEMENT.height },
});
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: () => context });

// Whole editors are slow to draw in jsdom, and slower where other tests run beside them.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(30_000);
