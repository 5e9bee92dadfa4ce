/** For tests: an observer that never sees anything come into view, since jsdom shows nothing. */
export function stubView(): void {
  globalThis.IntersectionObserver ??= class {
    root = null;
    rootMargin = '';
    scrollMargin = '';
    thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords() {
      return [];
    }
  };
}

/** For tests: what input-otp asks of a browser's layout, which jsdom does not have. */
export function stubLayout(): void {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  document.elementFromPoint ??= () => null;
}
