import { vi } from 'vitest';

/** For tests: as Chromium 150, what is switched off loses the focus at once. jsdom leaves it there, and gives it to such parts as well. */
export function takeFocusAtOnce(): void {
  const { setAttribute } = Element.prototype;
  vi.spyOn(Element.prototype, 'setAttribute').mockImplementation(function (this: Element, name, value) {
    const isLoss = name === 'disabled' && this === document.activeElement && this instanceof HTMLElement;
    // What cannot have the focus does not lose it in jsdom.
    if (isLoss) setAttribute.call(this, 'tabindex', '0');
    setAttribute.call(this, name, value);
    if (isLoss) this.blur();
  });
  const { focus } = HTMLElement.prototype;
  vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (this: HTMLElement, options) {
    if (!this.matches(':disabled')) focus.call(this, options);
  });
}
