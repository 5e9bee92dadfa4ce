import { useAtomValue } from 'jotai';
import { lazy, Suspense, useEffect } from 'react';
import { dashboardModalAtom } from '../shared/state';

const loadDeposit = () => import('./deposit/DepositModal');
const loadWithdraw = () => import('./withdraw/WithdrawModal');
const DepositModal = lazy(loadDeposit);
const WithdrawModal = lazy(loadWithdraw);

/** The modal that is open over the dashboard, if one is. A modal starts fresh every time it opens. */
export function DashboardModals() {
  const modal = useAtomValue(dashboardModalAtom);

  // The forms are kept out of the first load and fetched behind it, so that a click still opens them at once.
  useEffect(() => {
    const ahead = () => Promise.all([loadDeposit(), loadWithdraw()]).catch(() => {});
    const timer = setTimeout(ahead, 1_500);
    return () => clearTimeout(timer);
  }, []);

  return (
    <Suspense fallback={null}>
      {modal === 'deposit' && <DepositModal />}
      {modal === 'withdraw' && <WithdrawModal />}
    </Suspense>
  );
}
