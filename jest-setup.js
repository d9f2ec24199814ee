// Jest setup provided by Grafana scaffolding
import './.config/jest-setup';

// Jest keeps 100 frames. React creates an error for every element, to know where it was made.
Error.stackTraceLimit = 10;

// Queries by role ask for the style of each element and of its ancestors, for which jsdom matches every rule of every style sheet: half of
// the time of the tests of editors. Here, an element has its own style. No style of the plugin hides
// an element; what those of Grafana hide is not seen as hidden here, only in browsers.
if (typeof window !== 'undefined') {
  const { getComputedStyle } = window;
  window.getComputedStyle = (element, pseudoElement) =>
    element.closest('[hidden], [style*=visibility], [style*=display]') === null
      ? element.style
      : getComputedStyle.call(window, element, pseudoElement);
}
