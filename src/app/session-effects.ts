import { setUnauthorizedHandler } from '../shared/api';
import { forgetPerson } from '../shared/personal-data';
import { loginPath } from '../shared/return-path';
import { onTokenChange } from '../shared/session';
import { readSession } from '../shared/token';

/**
 * What follows a change of the session, in this tab or another: fetched data is forgotten when the person
 * changes, and a refused token leads to the sign-in page. Called once, at start.
 */
export function startSessionEffects(navigate: (path: string) => void): void {
  let userId = readSession()?.userId;
  onTokenChange(() => {
    const next = readSession()?.userId;
    if (next !== userId) forgetPerson();
    userId = next;
  });
  setUnauthorizedHandler(() => navigate(loginPath(`${location.pathname}${location.search}`)));
}
