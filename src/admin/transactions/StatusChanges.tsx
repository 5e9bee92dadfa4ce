import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { StatusChangeContext, useStatusChange } from './use-status-change';

const StatusDialog = lazyPart(() => import('./StatusDialog'));
const LastChangeBar = lazyPart(() => import('./LastChangeBar'));

/** Around whatever has controls for a transaction's status: asks before a change, and offers to take it back. */
export function StatusChanges({ children }: { children: ReactNode }) {
  const change = useStatusChange();
  const { asked, last } = change;
  return (
    <StatusChangeContext value={change.ask}>
      {children}
      <Suspense>
        {last && (
          <LastChangeBar last={last} busy={change.sending} onUndo={change.undo} onDismiss={change.forget} />
        )}
        {asked && (
          <StatusDialog
            key={`${asked.record.id} ${asked.status}`}
            asked={asked}
            sending={change.sending}
            onSend={(reason, options) => change.send(asked, reason, options)}
            onCancel={change.cancel}
          />
        )}
      </Suspense>
    </StatusChangeContext>
  );
}
