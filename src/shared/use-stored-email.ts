import { useState } from 'react';
import { readEmail } from './session';
import { useHydrated } from './use-hydrated';

/**
 * The address that the account pages work on (session.ts), as it was when the page was opened; null without one, and
 * undefined in the HTML of the page.
 */
export function useStoredEmail(): string | null | undefined {
  const [opened] = useState(readEmail);
  return useHydrated() ? opened : undefined;
}
