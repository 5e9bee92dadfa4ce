import { useEffect, useState } from 'react';
import { type Held, type Hold, holdOf, timeTo } from './hold';

/** Milliseconds until it is looked again at most: timers stand still while a device sleeps. */
const longest = 60_000;

/** Whether a moment is still to come; what shows it is drawn anew once it has come. */
export function useIsToCome(moment: string | undefined): boolean {
  const [looks, setLooks] = useState(0);
  const left = timeTo(moment);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each look sets the timer of the next one.
  useEffect(() => {
    if (!(left > 0)) return;
    // None is left where it has come since this was drawn.
    const timer = setTimeout(() => setLooks((count) => count + 1), Math.min(timeTo(moment), longest));
    return () => clearTimeout(timer);
  }, [moment, looks]);

  return left > 0;
}

/** As `holdOf`; what shows it is drawn anew once the hold has ended. */
export function useHold(transaction: Held): Hold | undefined {
  useIsToCome(transaction.status === 'PENDING' ? transaction.notBefore : undefined);
  return holdOf(transaction);
}
