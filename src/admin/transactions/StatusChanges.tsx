import { type ReactNode, Suspense, useCallback, useMemo, useRef } from 'react';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useAhead } from '../../shared/loading/use-ahead';
import { takeFocus } from '../list/focus';
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
  /** A row that had the focus has gone before there was anything to have it instead. */
  const awaited = useRef(false);
  const handOver = useCallback(() => {
    awaited.current = undo.current === null;
    takeFocus(undo.current);
  }, []);
  const holdUndo = useCallback((button: HTMLButtonElement | null) => {
    undo.current = button;
    if (button && awaited.current) takeFocus(button);
    awaited.current = false;
  }, []);
  const control = useMemo(() => ({ ask, may, handOver }), [ask, may, handOver]);
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
            undoRef={holdUndo}
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
