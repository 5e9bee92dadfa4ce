import { Fragment, type ReactNode, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';
import { type Access, mayCall } from '../../contract/access';
import { screens } from '../../contract/paths';
import { afterLogin, loginPath, returnParam } from '../shared/return-path';
import { lastSessionEnd } from '../shared/session';
import { useSession } from '../shared/use-session';

/**
 * Pages for guests. Someone who comes signed in is led on: whoever may look at the console to the users
 * table, others to the dashboard. A session that begins on the page leads to where the person wanted to go, or to their area.
 */
export function GuestOnly({ children }: { children: ReactNode }) {
  const session = useSession();
  const [cameSignedIn] = useState(session !== null);
  const [search] = useSearchParams();
  if (!session) return children;
  const own = mayCall('console', session.type) ? screens.adminUsers : screens.dashboard;
  return <Navigate to={cameSignedIn ? own : afterLogin(session, search.get(returnParam))} replace />;
}

/**
 * Pages of some roles, as calls have them. Without a session: the sign-in page, which leads back here; or '/', when the person has
 * just signed out here. Another role goes to '/' and stays signed in (docs/rules.md, "Guards").
 */
export function RoleOnly({ access, children }: { access: Access; children: ReactNode }) {
  const session = useSession();
  const { pathname, search } = useLocation();
  const [cameSignedIn] = useState(session !== null);
  if (!session) {
    const left = cameSignedIn && lastSessionEnd() === 'signed-out';
    return <Navigate to={left ? screens.home : loginPath(`${pathname}${search}`)} replace />;
  }
  if (!mayCall(access, session.type)) return <Navigate to={screens.home} replace />;
  // Another person's sign-in in another tab starts the pages afresh.
  return <Fragment key={session.userId}>{children}</Fragment>;
}
