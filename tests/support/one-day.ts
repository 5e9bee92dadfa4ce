import { setTimeout as delay } from 'node:timers/promises';
import { patient } from './patience';

const day = 86_400_000;
/** Milliseconds that a file of tests takes at most. */
const needed = patient(120_000);

/** For tests of what is on one day of UTC, and so in one month: shortly before midnight it waits for the next day. */
export async function dayToUse(): Promise<void> {
  const left = day - (Date.now() % day);
  // A timer may fire a moment early.
  if (left < needed) await delay(left + 100);
}
