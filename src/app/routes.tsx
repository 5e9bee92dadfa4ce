import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';
import { ErrorPage } from './ErrorPage';
import { GuestOnly, RoleOnly } from './guards';
import { NotFoundPage } from './NotFoundPage';
import { RootLayout } from './RootLayout';

/** A page whose code is fetched when it is first shown. */
function page(load: () => Promise<{ default: ComponentType }>) {
  const Page = lazy(load);
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Page />
    </Suspense>
  );
}

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
      element: page(() => import('../auth/AuthLayout')),
      children: [
        { path: screens.login, element: page(() => import('../auth/LoginPage')) },
        { path: screens.register, element: page(() => import('../auth/RegisterPage')) },
        { path: screens.verifyEmail, element: page(() => import('../auth/VerifyEmailPage')) },
        { path: screens.resetPassword, element: page(() => import('../auth/ResetPasswordPage')) },
        { path: screens.changePassword, element: page(() => import('../auth/ChangePasswordPage')) },
      ],
    },
  ],
};

const investorPages: RouteObject = {
  path: screens.dashboard,
  element: <RoleOnly type="investor">{page(() => import('./InvestorArea'))}</RoleOnly>,
  children: [
    { index: true, element: page(() => import('../investor/dashboard/DashboardPage')) },
    { path: screens.transactions, element: page(() => import('../investor/transactions/TransactionsPage')) },
  ],
};

const adminPages: RouteObject = {
  path: `${screens.admin}/*`,
  element: <RoleOnly type="admin">{page(() => import('../admin/AdminApp'))}</RoleOnly>,
};

/** Every page of the specification, section 2, behind its guard. */
export const routes: RouteObject[] = [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    children: [
      { path: screens.home, element: page(() => import('../landing/LandingPage')) },
      guestPages,
      investorPages,
      adminPages,
      { path: '*', element: <NotFoundPage /> },
    ],
  },
];
