import { cleanup } from '@testing-library/react';
import * as React from 'react';
import { afterAll, vi } from 'vitest';

/*
 * The test files of components run one after the other in one process, in one page, so that the libraries are loaded
 * once. Each file loads the product's own modules anew, and finds the page as the first one did.
 */
afterAll(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  // What user-event puts there: jsdom has none.
  Reflect.deleteProperty(navigator, 'clipboard');
  document.title = '';
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
});

/*
 * React notes where each of the first 10,000 elements of a second is made, for its warnings, which takes a sixth of what
 * these tests take. So it is told that they have been made.
 */
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => 10_000, set: () => {} },
);
