import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';

function secondsLeft(sentAt: number): number {
  return Math.max(0, Math.ceil((sentAt + limits.otpResendAfter - Date.now()) / 1000));
}

/**
 * How many seconds until a code can be sent again, and the way to start the wait anew. `lastSentAt` (ms since
 * 1970) is when the code was sent that led to this page; 0 when none was.
 */
export function useCooldown(lastSentAt: number): [seconds: number, restart: () => void] {
  const [sentAt, setSentAt] = useState(lastSentAt);
  const [seconds, setSeconds] = useState(() => secondsLeft(sentAt));

  useEffect(() => {
    setSeconds(secondsLeft(sentAt));
    const timer = setInterval(() => {
      const left = secondsLeft(sentAt);
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [sentAt]);

  return [seconds, () => setSentAt(Date.now())];
}
