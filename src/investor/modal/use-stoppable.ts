import { useRef } from 'react';
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
  return {
    /** The signal of the next one. */
    begin(): AbortSignal {
      attempt.current = new AbortController();
      return attempt.current.signal;
    },
    stop: () => attempt.current?.abort(),
  };
}
