import { Suspense, useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import ModalLoading from '../../shared/loading/ModalLoading';
import { loadDrawer } from './load-drawer';
import { useOpenedFigure } from './opened-figure';

const EntriesDrawer = lazyPart(loadDrawer);

/** The entries of the figure the address names, over the page; nothing when it names none. */
export function OpenedFigure() {
  const { figure, close } = useOpenedFigure();
  // The last one stays while its drawer slides away.
  const [shown, setShown] = useState(figure);
  if (figure && figure !== shown) setShown(figure);
  if (!shown) return null;
  return (
    <Suspense fallback={figure && <ModalLoading label="Opening the entries" onGiveUp={close} inAddress />}>
      <EntriesDrawer
        key={shown}
        figure={shown}
        open={figure !== null}
        onClose={close}
        onGone={() => setShown(null)}
      />
    </Suspense>
  );
}
