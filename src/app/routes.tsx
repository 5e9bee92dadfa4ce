import { type ComponentType, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';
import { lazyPage, loadPage } from '../shared/loading/lazy-part';
import { ErrorPage } from './ErrorPage';
import { FrontPage } from './FrontPage';
import { GuestOnly, RoleOnly } from './guards';
import { NotFoundPage } from './NotFoundPage';
import { RootLayout } from './RootLayout';

type Load = () => Promise<{ default: ComponentType }>;

let pages = 0;

/** Pages whose code is here before they are shown. */
const ready = new Map<Load, ComponentType>();

interface PageProps {
  load: Load;
  Fetched: ComponentType;
}

function Page({ load, Fetched }: PageProps) {
  const Here = ready.get(load) ?? Fetched;
  return <Here />;
}

/** A page whose code is fetched, by `fetch`, when it is first shown. */
function page(load: Load, fetch = load) {
  pages += 1;
  // Of its own for each page: the page before would else stay in view for as long as this one does not come.
  return (
    <Suspense key={pages} fallback={<LoadingScreen />}>
      <Page load={load} Fetched={lazyPage(fetch)} />
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

const statementsPage: Load = () => import('../investor/statements/StatementsPage');

const dashboardPages: Record<string, Load> = {
  [screens.dashboard]: () => import('../investor/dashboard/DashboardPage'),
  [screens.transactions]: () => import('../investor/transactions/TransactionsPage'),
  [screens.profile]: () => import('../investor/profile/ProfilePage'),
  [screens.statements]: statementsPage,
  [`${screens.statements}/:period`]: statementsPage,
};

/** A frame whose first page is fetched beside it: the page would else wait until the frame has come. */
function frame(load: Load, pages: Record<string, Load>) {
  return page(load, () => {
    // Should it fail, the page tries again and says so.
    pages[location.pathname]?.().catch(() => {});
    return load();
  });
}

const authLayout: Load = () => import('../auth/AuthLayout');

/**
 * Fetches the code of an account page and its frame, to be shown without waiting: at build time, and in the browser where
 * the page is there as HTML, which React would throw away if it had to wait within it.
 */
export async function readyAccountPage(path: string): Promise<void> {
  const loads = [authLayout, authPages[path] ?? openPages[path]].filter((load) => load !== undefined);
  const modules = await Promise.all(loads.map(loadPage));
  loads.forEach((load, index) => {
    const component = modules[index]?.default;
    if (component) ready.set(load, component);
  });
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
      element: frame(authLayout, authPages),
      children: childrenOf(authPages),
    },
  ],
};

const openAccountPages: RouteObject = {
  element: frame(authLayout, openPages),
  children: childrenOf(openPages),
};

const investorPages: RouteObject = {
  path: screens.dashboard,
  element: <RoleOnly access="investor">{frame(() => import('./InvestorArea'), dashboardPages)}</RoleOnly>,
  children: childrenOf(dashboardPages),
};

const adminPages: RouteObject = {
  path: `${screens.admin}/*`,
  // Mounted without props: src/app.config.ts says what it is made of. What <AdminApp> takes is in src/admin/console-props.ts, and with
  // examples in docs/extending.md, "The console as a whole".
  element: <RoleOnly access="console">{page(() => import('../admin/AdminApp'))}</RoleOnly>,
};

const accountPages: RouteObject = {
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
      accountPages,
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];
