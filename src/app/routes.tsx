import { type ComponentType, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { mayCall } from '../../contract/access';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';
import { type Fetched, lazyPage, loadPage } from '../shared/loading/lazy-part';
import { readSession } from '../shared/token';
import { ErrorPage } from './ErrorPage';
import { FrontPage } from './FrontPage';
import { GuestOnly, RoleOnly } from './guards';
import { RootLayout } from './RootLayout';

/** What is imported of a page. */
interface PageModule {
  default: ComponentType;
  /** Fetches what the page at an address shows first of its own parts. */
  ready?(path: string): Promise<unknown>;
}
type Load = () => Promise<PageModule>;

let pages = 0;

/** Pages by how they are fetched: each is one, at whichever of its addresses. */
const known = new Map<Load, Fetched<object>>();

/** A page whose code is fetched when it is first shown, or before (`readyScreen`). */
function page(load: Load, fetch = load) {
  pages += 1;
  const Fetched = known.get(load) ?? lazyPage(fetch);
  known.set(load, Fetched);
  // Of its own for each page: the page before would else stay in view for as long as this one does not come.
  return (
    <Suspense key={pages} fallback={<LoadingScreen />}>
      <Fetched />
    </Suspense>
  );
}

const authPages: Record<string, Load> = {
  [screens.login]: () => import('../auth/LoginPage'),
  [screens.register]: () => import('../auth/RegisterPage'),
  [screens.verifyEmail]: () => import('../auth/VerifyEmailPage'),
  [screens.resetPassword]: () => import('../auth/ResetPasswordPage'),
  [screens.changePassword]: () => import('../auth/ChangePasswordPage'),
};

/** Account pages for whoever opens them, signed in or not: the person may be somebody else. */
const openPages: Record<string, Load> = {
  [screens.invitation]: () => import('../auth/InvitationPage'),
  [screens.notMe]: () => import('../auth/NotMePage'),
};

const accountPages = { ...authPages, ...openPages };

const statementsPage: Load = () => import('../investor/statements/StatementsPage');

const dashboardPages: Record<string, Load> = {
  [screens.dashboard]: () => import('../investor/dashboard/DashboardPage'),
  [screens.transactions]: () => import('../investor/transactions/TransactionsPage'),
  [screens.profile]: () => import('../investor/profile/ProfilePage'),
  [screens.statements]: statementsPage,
  [`${screens.statements}/:period`]: statementsPage,
};

/** A frame whose first page is fetched beside it: the page would else wait until the frame has come. */
function frame(load: Load) {
  return page(load, () => {
    // Should it fail, the page tries again and says so.
    readyScreen(location.pathname).catch(() => {});
    return load();
  });
}

const authLayout: Load = () => import('../auth/AuthLayout');
const investorArea: Load = () => import('./InvestorArea');
const adminApp: Load = () => import('../admin/AdminApp');

/** What the screen at an address is made of, for whoever is signed in; nothing where they are led elsewhere. */
function partsOf(path: string): (Load | undefined)[] {
  if (accountPages[path]) return [authLayout, accountPages[path]];
  const role = readSession()?.type ?? '';
  if (path.startsWith(screens.dashboard) && mayCall('investor', role))
    return [investorArea, dashboardPages[path]];
  return path.startsWith(screens.admin) && mayCall('console', role) ? [adminApp] : [];
}

/**
 * Fetches the code of the screen at an address, to be shown without waiting: at build time, where the page is there as HTML,
 * which React would throw away if it had to wait within it, and wherever else the product starts.
 */
export async function readyScreen(path: string): Promise<void> {
  await Promise.all(
    partsOf(path).map(async (load) => {
      if (!load) return;
      const module = await loadPage(load);
      await Promise.all([known.get(load)?.ready(module), module.ready?.(path)]);
    }),
  );
}

const childrenOf = (pages: Record<string, Load>): RouteObject[] =>
  Object.entries(pages).map(([path, load]) => ({ path, element: page(load) }));

const guestPages: RouteObject = {
  path: screens.auth,
  element: (
    <GuestOnly>
      <Outlet />
    </GuestOnly>
  ),
  children: [
    { index: true, element: <Navigate to={screens.login} replace /> },
    {
      element: frame(authLayout),
      children: childrenOf(authPages),
    },
  ],
};

const openAccountPages: RouteObject = {
  element: frame(authLayout),
  children: childrenOf(openPages),
};

const investorPages: RouteObject = {
  path: screens.dashboard,
  element: <RoleOnly access="investor">{frame(investorArea)}</RoleOnly>,
  children: childrenOf(dashboardPages),
};

const adminPages: RouteObject = {
  path: `${screens.admin}/*`,
  // Mounted without props: src/app.config.ts says what it is made of. What <AdminApp> takes is in src/admin/console-props.ts, and with
  // examples in docs/extending.md, "The console as a whole".
  element: <RoleOnly access="console">{frame(adminApp)}</RoleOnly>,
};

const factorPage: RouteObject = {
  path: screens.secondFactor,
  element: <RoleOnly access="signedIn">{page(() => import('../account/SecondFactorPage'))}</RoleOnly>,
};

/** Every page behind its guard (docs/rules.md, "Routes and titles"). */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    children: [
      { path: screens.home, element: <FrontPage /> },
      guestPages,
      openAccountPages,
      investorPages,
      adminPages,
      factorPage,
      { path: '*', element: page(() => import('./NotFoundPage')) },
    ],
  },
];
