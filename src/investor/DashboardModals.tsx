import { useAtom, useAtomValue } from 'jotai';
import { Suspense, useEffect } from 'react';
import { lazyPart } from '../shared/loading/lazy-part';
import ModalLoading from '../shared/loading/ModalLoading';
import { dashboardModalAtom } from '../shared/state';
import { keepOfferAtom } from './addresses/own-addresses';

const loadDeposit = () => import('./deposit/DepositModal');
const loadWithdraw = () => import('./withdraw/WithdrawModal');
const DepositModal = lazyPart(loadDeposit);
const WithdrawModal = lazyPart(loadWithdraw);
const KeepAddressBar = lazyPart(() => import('./addresses/KeepAddressBar'));

/** The modal that is open over the dashboard, if one is. A modal starts fresh every time it opens. */
export function DashboardModals() {
  const [modal, setModal] = useAtom(dashboardModalAtom);
  const sentTo = useAtomValue(keepOfferAtom);

  // The forms are kept out of the first load and fetched behind it, so that a click still opens them at once.
  useEffect(() => {
    const ahead = () => Promise.all([loadDeposit(), loadWithdraw()]).catch(() => {});
    const timer = setTimeout(ahead, 1_500);
    return () => clearTimeout(timer);
  }, []);

  return (
    <>
      <Suspense fallback={<ModalLoading label="Opening the form" onGiveUp={() => setModal(null)} />}>
        {modal === 'deposit' && <DepositModal />}
        {modal === 'withdraw' && <WithdrawModal />}
      </Suspense>
      {sentTo && modal === null && (
        <Suspense>
          <KeepAddressBar />
        </Suspense>
      )}
    </>
  );
}
