// Jest setup provided by Grafana scaffolding
import './.config/jest-setup';

// Jest keeps 100 frames. React creates an error for every element, to know where it was made.
Error.stackTraceLimit = 10;

// Queries by role ask for the style of each element and of its ancestors, for which jsdom matches every rule of every style sheet: half of
// the time of the tests of editors. What style sheets hide is checked in browsers; here, an element has its own style.
if (typeof window !== 'undefined') {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudoElement) =>
    element.closest('[hidden], [style*=visibility], [style*=display]') === null
      ? element.style
      : getComputedStyle.call(window, element, pseudoElement);
}
