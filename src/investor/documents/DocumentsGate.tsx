import { type ReactNode, Suspense, useState } from 'react';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { Deferred } from '../../shared/loading/Deferred';
import { lazyPage } from '../../shared/loading/lazy-part';
import { useOpenDocuments } from './own-documents';

const AgreePage = lazyPage(() => import('./AgreePage'));

/** Shows the investor's pages once everything in force has been agreed to; until then, what is to be agreed to. */
export function DocumentsGate({ children }: { children: ReactNode }) {
  const documents = useOpenDocuments();
  const [postponed, setPostponed] = useState(false);
  if (!documents) return <LoadingScreen />;
  if (documents.open.length === 0 || postponed) {
    return <Deferred fallback={<LoadingScreen />}>{children}</Deferred>;
  }
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AgreePage {...documents} onPostpone={() => setPostponed(true)} />
    </Suspense>
  );
}
