import { forgetOthers } from './personal-storage';

const forgetters: (() => void)[] = [];

/**
 * Registers how a store forgets what it holds for the person at this browser. Stores register themselves, so that a
 * page that needs none of them loads none.
 */
export function onPersonChange(forget: () => void): void {
  forgetters.push(forget);
}

/** Forgets everything held for the person before: the next one at this browser must not see it. */
export function forgetPerson(): void {
  forgetOthers();
  for (const forget of forgetters) forget();
}
