import { useEffect, useRef, useState } from 'react';
import type { TrxStatus } from '../../../contract/enums';
import { limits } from '../../../contract/limits';
import type { BulkRow } from '../../../contract/preview';
import { toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { refusalOf } from '../failure';
import type { SeenBulkPreview } from '../provider/base-bulk';
import { useConsoleProvider } from '../provider/console-calls';

/** Which transactions: by their ids, or all that a filter of the list finds. */
export type Chosen = { ids: string[] } | { filter: Record<string, unknown> };

type Rows = SeenBulkPreview['rows'];
export type BulkState = 'asking' | 'running' | 'stopped' | 'finished';

/**
 * Changes the rows of a preview, a batch at a time, each row only if it still has the version that was previewed. It can
 * be stopped between two batches and taken up again; what is sent once more changes nothing.
 */
export function useBulkChange(status: TrxStatus) {
  const [state, setState] = useState<BulkState>('asking');
  const [results, setResults] = useState<readonly BulkRow[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const provider = useConsoleProvider();
  const wait = useWait();
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );

  async function run(rows: Rows, reason: string): Promise<void> {
    stopped.current = false;
    setState('running');
    setRefusal(null);
    let done = results;
    try {
      while (done.length < rows.length && !stopped.current) {
        const batch = rows.slice(done.length, done.length + limits.bulkBatch);
        const answer = await provider.changeStatuses({ status, rows: batch, reason });
        done = [...done, ...answer];
        setResults(done);
      }
      setState(done.length < rows.length ? 'stopped' : 'finished');
    } catch (error) {
      wait.after(error);
      toastErrors(error);
      setRefusal(refusalOf(error));
      setState('stopped');
    }
  }

  return {
    state,
    /** In the order of the rows, as far as it has come. */
    results,
    refusal,
    /** Until when nothing more is taken. */
    wait,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
