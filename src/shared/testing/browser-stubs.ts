/** For tests: what input-otp asks of a browser's layout, which jsdom does not have. */
export function stubLayout(): void {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  document.elementFromPoint ??= () => null;
}
