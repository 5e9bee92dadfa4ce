import { useRefresh } from 'ra-core';
import { createContext, useCallback, useContext, useState } from 'react';
import type { TrxStatus } from '../../../contract/enums';
import { toastErrors } from '../../shared/toasts';
import { conflictText, isStale } from '../failure';
import { useConsoleProvider } from '../provider/console-calls';
import { useSentNotice } from '../sent-for-approval';
import type { TransactionRecord } from './transaction-record';
import { type StatusOptions, useSendStatus } from './use-send-status';

/** A status that was chosen for a transaction and is not yet sent. */
export interface Asked {
  record: TransactionRecord;
  status: TrxStatus;
  /** Set when it has changed meanwhile; `record` is what it is now. */
  conflict?: Conflict;
}

/** A change that was refused as of a former version. */
export interface Conflict {
  /** What the administrator had seen. */
  seen: TransactionRecord;
  /** Whose the change between may be. */
  why: string;
}

/** The last change that was made here. */
export interface LastChange {
  /** As the host answered it. */
  record: TransactionRecord;
  from: TrxStatus;
}

/** Read by the investor as well. */
const undoReason = 'The change before was taken back';

/**
 * How the status of a transaction is changed: asked for, shown with its effect, sent, and taken back. Every write names
 * the version that was seen; one that is stale is read anew and asked for again, beside what was seen.
 */
export function useStatusChange() {
  const provider = useConsoleProvider();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [last, setLast] = useState<LastChange | null>(null);
  const [undoing, setUndoing] = useState(false);
  const { send: sendStatus, sending } = useSendStatus();
  const tellSent = useSentNotice();

  const ask = useCallback((record: TransactionRecord, status: TrxStatus) => setAsked({ record, status }), []);

  /** It has changed: shows what it is now, and the rows as they are now. */
  async function askAnew(seen: TransactionRecord, status: TrxStatus, refusal: unknown): Promise<void> {
    refresh();
    const others = 'Someone else has changed this transaction meanwhile. Nothing was sent.';
    // What came after it is not taken back by taking it back.
    setLast((known) => (known?.record.id === seen.id ? null : known));
    try {
      const { data: record } = await provider.getOne<TransactionRecord>('transactions', { id: seen.id });
      setAsked({ record, status, conflict: { seen, why: conflictText(refusal, others) } });
    } catch (error) {
      toastErrors(error);
      setAsked(null);
    }
  }

  /** Sends it. Throws a refusal that is not of a stale version, after showing it. */
  async function send({ record, status }: Asked, reason: string, options: StatusOptions = {}): Promise<void> {
    try {
      const changed = await sendStatus(record, status, reason, options);
      setAsked(null);
      if (record.status) setLast({ record: changed, from: record.status });
    } catch (error) {
      if (tellSent(error)) return setAsked(null);
      if (isStale(error)) return askAnew(record, status, error);
      toastErrors(error);
      throw error;
    }
  }

  /** Posts the change that reverses the last one; one that would overdraw, count twice or come too early is asked for first. */
  async function undo({ record, from: status }: LastChange): Promise<void> {
    setUndoing(true);
    try {
      const effect = await provider.previewStatus({ trxId: String(record.id), status });
      if (effect?.overdraws || effect?.duplicateOf || effect?.notBefore) setAsked({ record, status });
      else await send({ record, status }, undoReason);
    } catch {
      // The dialog says what could not be read, and lets it be tried again.
      setAsked({ record, status });
    } finally {
      setUndoing(false);
    }
  }

  return {
    asked,
    ask,
    cancel: () => setAsked(null),
    send,
    sending,
    last,
    undo,
    undoing,
    forget: () => setLast(null),
  };
}

/** How the rows of a list take part in it. */
interface StatusControl {
  /**
   * Asks for a status: opens the dialog that shows its effect. The first of `standIns` that is left has the focus after it,
   * if the row is gone by then.
   */
  ask: (record: TransactionRecord, status: TrxStatus, standIns: readonly Element[]) => void;
  /** Whether the signed-in person may; undefined while that is not known yet. */
  may: boolean | undefined;
  /**
   * Gives the focus of a row that has gone out of the list to what takes the last change back, or to the first of `standIns`
   * that is left.
   */
  handOver: (standIns: readonly Element[]) => void;
}

export const StatusControlContext = createContext<StatusControl | null>(null);

export function useStatusControl(): StatusControl {
  const control = useContext(StatusControlContext);
  if (!control) throw new Error('A status is changed inside StatusChanges');
  return control;
}
