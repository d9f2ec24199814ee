import { configure } from '@testing-library/react';

/*
 * jsdom has no layout and no canvas. The lists of `@grafana/ui` need both: they render only the rows that fit their
 * height and measure text on a canvas. This file must be imported before any of its components.
 */
const ELEMENT = { width: 1_000, height: 1_000 };
const ICON = { width: 20, height: 20 };

/** Reports each element's size once: nothing is resized or scrolled here. */
class StaticObserver {
  constructor(private readonly report: (entries: object[], observer: StaticObserver) => void) {}
  observe(target: Element) {
    // A multi-value input shows the values that fit beside its icon and counter.
    const contentRect = target.className.includes('input-input') ? ELEMENT : ICON;
    this.report([{ target, contentRect, isIntersecting: true }], this);
  }
  unobserve() {}
  disconnect() {}
}

const context = { font: '', measureText: (text: string) => ({ width: text.length * 7 }) };

Object.assign(window, { ResizeObserver: StaticObserver, IntersectionObserver: StaticObserver });
Object.defineProperties(Element.prototype, {
  clientWidth: { configurable: true, value: ELEMENT.width },
  clientHeight: { configurable: true, value: ELEMENT.height },
});
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { configurable: true, value: () => context });

// Whole editors render slowly in jsdom, even more so with other tests in parallel.
configure({ asyncUtilTimeout: 60_000 });
