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

/** For tests: answers media queries, which jsdom does not have; `matches` says which are true. */
export const mediaWhere = (matches: (media: string) => boolean) => (media: string) =>
  Object.assign(new EventTarget(), {
    media,
    matches: matches(media),
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });

/** For a test: a phone's screen. */
export function stubNarrowScreen(): void {
  vi.stubGlobal(
    'matchMedia',
    mediaWhere((media) => media.includes('max-width')),
  );
}
