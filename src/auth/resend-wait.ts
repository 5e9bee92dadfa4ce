import { useEffect, useState } from 'react';
import type { OtpActivity } from '../../contract/enums';
import { limits } from '../../contract/limits';
import { readItem, removeItem, writeItem } from '../shared/storage';
import { useWait, type Wait } from '../shared/wait/use-wait';

/*
 * When another code can be asked for, kept in the browser's local storage: another tab and a reload know of it as well.
 */

const keyOf = (activity: OtpActivity) => `resend:${activity}`;
/** A wait is never longer, whatever the clock of this device did meanwhile. */
const longest = 24 * 60 * 60_000;

function keep(activity: OtpActivity, email: string, until: number): void {
  writeItem(keyOf(activity), `${until} ${email}`);
}

/** The address that a code was sent to last, and when another one can be, in ms since 1970. */
function kept(activity: OtpActivity): { email: string | null; until: number } {
  const [, until = '', email = null] = /^(\d+) (.*)$/.exec(readItem(keyOf(activity)) ?? '') ?? [];
  return { email, until: Number(until) };
}

/** The end of the wait for an address, in ms since 1970; 0 when there is none. */
function read(activity: OtpActivity, email: string | null): number {
  const last = kept(activity);
  const left = last.until - Date.now();
  return last.email === email && left > 0 && left <= longest ? last.until : 0;
}

/** The address that a code was sent to last, and not entered yet; null for none. */
export const awaitedFrom = (activity: OtpActivity): string | null => kept(activity).email;

/** Whether a code is on its way to an address, and it is too soon for another. */
export const isTooSoon = (activity: OtpActivity, email: string): boolean => read(activity, email) > 0;

/** To be called when a code has been sent that leads to the page of its resend button. */
export function codeSent(activity: OtpActivity, email: string): void {
  keep(activity, email, Date.now() + limits.otpResendAfter);
}

/** To be called when a code was right: it serves once. */
export function codeEntered(activity: OtpActivity): void {
  removeItem(keyOf(activity));
}

/** The wait until another code can be sent to an address; it begins wherever one was sent in this browser. */
export function useResendWait(activity: OtpActivity, email: string | null): Wait {
  const [known, setKnown] = useState(() => read(activity, email));

  useEffect(() => {
    setKnown(read(activity, email));
    const hear = ({ key }: StorageEvent) => {
      if (key === keyOf(activity)) setKnown(read(activity, email));
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [activity, email]);

  return useWait(known, (until) => {
    if (email) keep(activity, email, until);
  });
}
