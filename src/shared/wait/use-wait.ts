import { useEffect, useState } from 'react';
import { apiErrorOf } from '../api-error';

/** A wait before something can be done again. */
export interface Wait {
  /** Seconds left; 0 when nothing is waited for. */
  seconds: number;
  /** Seconds it took from its beginning; 0 when there has been none. */
  whole: number;
  /** Starts it, or starts it anew. */
  begin: (seconds: number) => void;
  /** Starts it when a call was refused for having come too often, and the answer said for how long. */
  after: (error: unknown) => void;
}

/** Seconds for which a call is not taken that came too often; undefined for any other failure. */
export function limitOf(error: unknown): number | undefined {
  const failure = apiErrorOf(error);
  return failure?.status === 429 ? failure.retryAfter : undefined;
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/**
 * A wait and what is left of it. `known` is the end, in ms since 1970, of one that has begun elsewhere; `onBegin` is
 * told the end of each that begins here.
 */
export function useWait(known = 0, onBegin?: (until: number) => void): Wait {
  const [end, setEnd] = useState(() => ({ until: known, whole: secondsTo(known) }));
  const [seconds, setSeconds] = useState(end.whole);

  useEffect(() => {
    if (known > Date.now()) setEnd({ until: known, whole: secondsTo(known) });
  }, [known]);

  useEffect(() => {
    setSeconds(secondsTo(end.until));
    if (end.until <= Date.now()) return;
    const timer = setInterval(() => {
      const left = secondsTo(end.until);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [end]);

  function begin(length: number): void {
    const until = Date.now() + length * 1000;
    setEnd({ until, whole: length });
    // Not in the effect alone: what was refused must not be sent again before it runs.
    setSeconds(length);
    onBegin?.(until);
  }

  return {
    seconds,
    whole: end.whole,
    begin,
    after(error) {
      const seconds = limitOf(error);
      if (seconds !== undefined) begin(seconds);
    },
  };
}
