import { getDefaultStore } from 'jotai';
import { setUnauthorizedHandler } from '../shared/api';
import { queryClient } from '../shared/query-client';
import { loginPath } from '../shared/return-path';
import { onTokenChange, readSession } from '../shared/session';
import { dashboardModalAtom, errorsAtom } from '../shared/state';

/** Forgets everything fetched for the person before: the next one at this browser must not see it. */
function forget(): void {
  const store = getDefaultStore();
  store.set(errorsAtom, []);
  store.set(dashboardModalAtom, null);
  queryClient.clear();
}

/**
 * What follows a change of the session, in this tab or another: fetched data is forgotten when the person
 * changes, and a refused token leads to the sign-in page. Called once, at start.
 */
export function startSessionEffects(navigate: (path: string) => void): void {
  let userId = readSession()?.userId;
  onTokenChange(() => {
    const next = readSession()?.userId;
    if (next !== userId) forget();
    userId = next;
  });
  setUnauthorizedHandler(() => navigate(loginPath(`${location.pathname}${location.search}`)));
}
