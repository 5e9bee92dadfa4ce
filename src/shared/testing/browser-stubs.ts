import { onTestFinished, vi } from 'vitest';

/** For tests: an observer that never sees anything come into view, since jsdom shows nothing. */
export function stubView(): void {
  if ('IntersectionObserver' in globalThis) return;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
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
    },
  );
}

/** For a test: what input-otp asks of a browser's layout, which jsdom does not have. */
export function stubLayout(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  document.elementFromPoint = () => null;
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'elementFromPoint');
  });
}

/** For a test: a phone's screen. jsdom has no media queries, which reads as a wide one. */
export function stubNarrowScreen(): void {
  const ignore = () => {};
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: media.includes('max-width'),
    addEventListener: ignore,
    removeEventListener: ignore,
    addListener: ignore,
    removeListener: ignore,
  }));
}
