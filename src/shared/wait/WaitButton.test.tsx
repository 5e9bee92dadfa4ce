// @vitest-environment jsdom
import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WaitButton } from './WaitButton';

afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
});

const form = (loading: boolean) => (
  <form>
    <input aria-label="Amount" disabled={loading} />
    <WaitButton wait={undefined} loading={loading}>
      Save
    </WaitButton>
  </form>
);

/** As Chromium 150: what is switched off loses the focus at once. jsdom leaves it there, and gives it to such parts as well. */
function takeFocusAtOnce(): void {
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

test.each([
  ['the button', 'button', 'Save'],
  ['a field of its form', 'textbox', 'Amount'],
] as const)(
  'the focus that %s has lost while it loads comes back, however early it went',
  (_, role, name) => {
    takeFocusAtOnce();
    const { rerender } = render(form(false));
    screen.getByRole(role, { name }).focus();
    rerender(form(true));
    expect(document.body).toHaveFocus();
    rerender(form(false));
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus();
  },
);

test('focus that was elsewhere, or has gone elsewhere, stays there', () => {
  takeFocusAtOnce();
  const both = (loading: boolean) => (
    <>
      {form(loading)}
      <button type="button">Other</button>
    </>
  );
  const { rerender } = render(both(false));
  screen.getByRole('button', { name: 'Save' }).focus();
  rerender(both(true));
  screen.getByRole('button', { name: 'Other' }).focus();
  rerender(both(false));
  expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
  rerender(both(true));
  rerender(both(false));
  expect(screen.getByRole('button', { name: 'Other' })).toHaveFocus();
});
