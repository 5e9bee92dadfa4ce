import { screens } from '../../contract/paths';
import { setFactorMissingHandler, setUnauthorizedHandler } from '../shared/http';
import { forgetPerson } from '../shared/personal-data';
import { factorSetupPath, leaveAt, loginPath } from '../shared/return-path';
import { onTokenChange } from '../shared/session';
import { clearErrors } from '../shared/toasts';
import { readSession } from '../shared/token';

/**
 * What follows a change of the session, in this tab or another: fetched data is forgotten when the person
 * changes, a new session clears the errors of the one before, and a refused token leads to the sign-in page. Whoever
 * must set up a second factor is led there. Called once, at start.
 */
export function startSessionEffects(navigate: (path: string) => void): void {
  let userId = readSession()?.userId;
  const here = () => `${location.pathname}${location.search}`;
  const toLogin = () => navigate(loginPath(here()));
  onTokenChange(() => {
    const next = readSession()?.userId;
    if (next !== userId) {
      forgetPerson();
      if (userId) {
        leaveAt(here(), userId);
        // In a tab that was asleep meanwhile: what the person before searched for is in its address.
        if (next) toLogin();
      }
    }
    // Whoever signs in begins without the errors of the session before, the one of its end above all.
    if (next) clearErrors();
    userId = next;
  });
  setUnauthorizedHandler(toLogin);
  setFactorMissingHandler(() => {
    if (location.pathname !== screens.secondFactor) navigate(factorSetupPath(here()));
  });
}
