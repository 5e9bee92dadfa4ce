import { limits } from '../../contract/limits';

/** What people do to a page; assistive programs may send a click or an input without the keys or the pointer. */
const inputs = ['pointerdown', 'keydown', 'click', 'input'] as const;

/** Whoever opens a page is there. By the clock: a machine that sleeps has nobody before it. */
let lastInput = Date.now();

function noteInput(): void {
  lastInput = Date.now();
}

/** Notes from now on when somebody does something on the page, or comes back to it. */
export function watchActivity(): void {
  for (const input of inputs) document.addEventListener(input, noteInput, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') noteInput();
  });
}

/**
 * Whether the page reads by itself, with nobody before it: at an interval, or because a network has come back. That is
 * no use of the session (docs/rules.md, "Sessions").
 */
export function isInBackground(): boolean {
  return Date.now() - lastInput > limits.backgroundAfter;
}
