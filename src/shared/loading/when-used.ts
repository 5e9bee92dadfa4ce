const events = ['keydown', 'pointerdown', 'input'] as const;

/** Resolves when somebody uses the page. */
function use(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of events) document.removeEventListener(event, done, true);
      resolve();
    };
    for (const event of events) document.addEventListener(event, done, true);
  });
}

/** Resolves so many milliseconds after the page was loaded, once the browser has time. */
function idle(after: number): Promise<void> {
  return new Promise((resolve) => {
    const whenIdle = window.requestIdleCallback ?? setTimeout;
    const wait = () => setTimeout(() => whenIdle(() => resolve()), after);
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, { once: true });
  });
}

/** Resolves when the page is used, or has been there for so many milliseconds and the browser has time. */
export const whenUsed = (longest: number): Promise<void> => Promise.race([use(), idle(longest)]);

let needed: Promise<void> | undefined;

/** Resolves when code should be here that nothing needs before the first key. */
export function whenNeeded(): Promise<void> {
  needed ??= whenUsed(3_000);
  return needed;
}
