import { useEffect, useRef, useState } from 'react';
import { currentOwner, isOthers } from '../../shared/personal-storage';
import type { ToastContent } from '../../shared/toasts';

/** Said of a request that nobody waits for any more. */
export const stopped: ToastContent = {
  title: 'Sending was stopped',
  description: 'It may have arrived all the same.',
  variant: 'warning',
};

/** A request at a time that the person can stop waiting for; the server may have taken it all the same. */
export function useStoppable() {
  const attempt = useRef<AbortController>(null);
  const left = useRef(false);
  const [owner] = useState(currentOwner);

  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  return {
    /** The signal of the next one. */
    begin(): AbortSignal {
      attempt.current = new AbortController();
      return attempt.current.signal;
    },
    /**
     * Waits for what is to be known before a request is sent. False when it must not be sent: this says so, or the person
     * has meanwhile stopped it, left the form, or given place to somebody else.
     */
    async cleared(check: Promise<boolean>, signal: AbortSignal): Promise<boolean> {
      const ended = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
      return (await Promise.race([check, ended])) && !signal.aborted && !left.current && !isOthers(owner);
    },
    stop: () => attempt.current?.abort(),
  };
}
