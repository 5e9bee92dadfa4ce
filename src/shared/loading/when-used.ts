const events = ['keydown', 'pointerdown', 'pointermove', 'input'] as const;

/** Browsers tell of a pointer that lies still on a new page as well. */
const liesStill = (event: Event) =>
  event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;

/** Resolves when somebody uses the page. */
export function used(): Promise<void> {
  return new Promise((resolve) => {
    const done = (event: Event) => {
      if (liesStill(event)) return;
      for (const name of events) document.removeEventListener(name, done, true);
      resolve();
    };
    for (const name of events) document.addEventListener(name, done, true);
  });
}

/** Resolves so many milliseconds after the page was loaded, once the browser has time. */
export function idle(after: number): Promise<void> {
  return new Promise((resolve) => {
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    const wait = () => setTimeout(() => whenIdle(() => resolve()), after);
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
}

/** Resolves when the page is used, or has been there for so many milliseconds and the browser has time. */
export const whenUsed = (longest: number): Promise<void> => Promise.race([used(), idle(longest)]);

let needed: Promise<void> | undefined;

/** Resolves when code should be here that nothing needs before the first key. */
export function whenNeeded(): Promise<void> {
  needed ??= whenUsed(3_000);
  return needed;
}
