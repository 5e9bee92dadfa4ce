/**
 * Moves the focus to what stands in for something that had it and is gone, or off: a browser would begin anew at the top of the page. It stays
 * where somebody has put it meanwhile. The options are the browser's: `preventScroll` where somebody may have scrolled on since.
 */
export function takeFocus(element: Element | null | undefined, options?: FocusOptions): void {
  const { activeElement: active, body } = document;
  // A browser takes it from what is off by now only when it renders.
  const isLost = active === body || active?.matches(':disabled');
  if (isLost && element instanceof HTMLElement) element.focus(options);
}
