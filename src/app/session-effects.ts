import { screens } from '../../contract/paths';
import { setFactorMissingHandler, setUnauthorizedHandler } from '../shared/http';
import { forgetPerson } from '../shared/personal-data';
import { factorSetupPath, loginPath } from '../shared/return-path';
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
  onTokenChange(() => {
    const next = readSession()?.userId;
    if (next !== userId) forgetPerson();
    // Whoever signs in begins without the errors of the session before, the one of its end above all.
    if (next) clearErrors();
    userId = next;
  });
  const here = () => `${location.pathname}${location.search}`;
  setUnauthorizedHandler(() => navigate(loginPath(here())));
  setFactorMissingHandler(() => {
    if (location.pathname !== screens.secondFactor) navigate(factorSetupPath(here()));
  });
}
