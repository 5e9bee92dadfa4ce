import { type ReactNode, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { TrxStatus } from '../../../contract/enums';
import { DialogPart } from '../../shared/loading/DialogPart';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useAhead } from '../../shared/loading/use-ahead';
import { takeFocus } from '../../shared/take-focus';
import { useMay } from '../may';
import type { TransactionRecord } from './transaction-record';
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
  /** There is a last change, and with it what takes it back, at once or soon. */
  const changed = useRef(false);
  /** What may have the focus when the dialog is closed, instead of the row that was asked about. */
  const instead = useRef<readonly Element[]>([]);
  const handOver = useCallback((standIns: readonly Element[]) => {
    awaited.current = changed.current && undo.current === null;
    if (awaited.current) return;
    takeFocus(undo.current ?? standIns.find((each) => each.isConnected) ?? document.querySelector('main'));
  }, []);
  const holdUndo = useCallback((button: HTMLButtonElement | null) => {
    undo.current = button;
    if (button && awaited.current) takeFocus(button);
    awaited.current = false;
  }, []);
  const control = useMemo(() => {
    function askFrom(record: TransactionRecord, status: TrxStatus, standIns: readonly Element[]): void {
      instead.current = standIns;
      ask(record, status);
    }
    return { ask: askFrom, may, handOver };
  }, [ask, may, handOver]);
  useLayoutEffect(() => {
    changed.current = last !== null;
  }, [last]);
  const open = asked !== null;
  // Once the dialog has given the focus back: the row that it came from may be gone.
  useEffect(() => {
    if (open) return () => handOver(instead.current);
  }, [open, handOver]);
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
