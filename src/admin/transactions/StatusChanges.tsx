import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useAhead } from '../../shared/loading/use-ahead';
import { useMay } from '../may';
import { StatusControlContext, useStatusChange } from './use-status-change';

const StatusDialog = lazyPart(() => import('./StatusDialog'));
const LastChangeBar = lazyPart(() => import('./LastChangeBar'));

/** Around whatever has controls for a transaction's status: asks before a change, and offers to take it back. */
export function StatusChanges({ children }: { children: ReactNode }) {
  const change = useStatusChange();
  const { ask, asked, last } = change;
  useAhead(LastChangeBar.ready);
  const may = useMay('edit', 'transactions');
  const undo = useRef<HTMLButtonElement>(null);
  const control = useMemo(() => ({ ask, may, undo }), [ask, may]);
  return (
    <StatusControlContext value={control}>
      {children}
      <Suspense>
        {last && (
          <LastChangeBar
            last={last}
            busy={change.sending || change.undoing}
            onUndo={change.undo}
            onDismiss={change.forget}
            undoRef={undo}
          />
        )}
      </Suspense>
      <DialogPart code={StatusDialog} onGiveUp={change.cancel}>
        {asked && (
          <StatusDialog
            key={`${asked.record.id} ${asked.status}`}
            asked={asked}
            sending={change.sending}
            onSend={(reason, options) => change.send(asked, reason, options)}
            onCancel={change.cancel}
          />
        )}
      </DialogPart>
    </StatusControlContext>
  );
}
