import { type ReactNode, Suspense } from 'react';
import ModalLoading from './ModalLoading';
import { useAhead } from './use-ahead';

interface Props {
  /** The dialog's code: fetched behind the page, so that it opens at once, and without a network. */
  code: { ready: () => Promise<void> };
  onGiveUp: () => void;
  /** The dialog, while it is open. */
  children: ReactNode;
}

/** Around a dialog of `lazyPart`: should its code not be here yet, it is said why. */
export function DialogPart({ code, onGiveUp, children }: Props) {
  useAhead(code.ready);
  return (
    <Suspense fallback={<ModalLoading label="Opening the dialog" onGiveUp={onGiveUp} />}>{children}</Suspense>
  );
}
