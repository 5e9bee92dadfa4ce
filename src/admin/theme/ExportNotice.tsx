import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { exportsUnderWay } from './exports-under-way';

const ExportCard = lazyPart(() => import('../list/ExportCard'));

/** Shows how far an export of a list of react-admin's own parts is, while there is one. */
export function ExportNotice() {
  const current = useSyncExternalStore(exportsUnderWay.subscribe, exportsUnderWay.current);
  return (
    current && (
      <Suspense>
        <ExportCard {...current} />
      </Suspense>
    )
  );
}
