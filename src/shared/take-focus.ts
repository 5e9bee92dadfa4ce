/**
 * Moves the focus to what stands in for something that had it and is gone, or off: a browser would begin anew at the top of the page. It stays
 * where somebody has put it meanwhile.
 */
export function takeFocus(element: Element | null | undefined): void {
  const { activeElement: active, body } = document;
  // A browser takes it from what is off by now only when it renders.
  const isLost = active === body || active?.matches(':disabled');
  if (isLost && element instanceof HTMLElement) element.focus();
}
