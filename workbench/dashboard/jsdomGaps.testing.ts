/** What uPlot and @grafana/scenes use when they are imported and jsdom does not have. Import this module first. */
window.matchMedia = () => new EventTarget() as MediaQueryList;
window.IntersectionObserver = class {} as unknown as typeof IntersectionObserver;
