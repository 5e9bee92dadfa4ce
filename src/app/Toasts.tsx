import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../shared/loading/lazy-part';
import { whenNeeded } from '../shared/loading/when-used';
import { whenToasted } from '../shared/toasts';

const ToastViewport = lazyPart(() => import('../shared/ToastViewport'));

/** The toasts' viewport, fetched when the page is used or has something to say: no first page waits for it. */
export function Toasts() {
  const [isWanted, setWanted] = useState(false);

  useEffect(() => {
    void Promise.race([whenNeeded(), whenToasted()]).then(() => setWanted(true));
  }, []);

  return <Suspense>{isWanted && <ToastViewport />}</Suspense>;
}
