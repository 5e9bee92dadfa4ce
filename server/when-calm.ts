import { setImmediate, setTimeout } from 'node:timers/promises';

/** Milliseconds of a turn of the event loop from which on this process has more to do than it can at once. */
const crowded = 10;
/** What can wait lets so many times that pass: the share that it takes of a crowded process is small. */
const turnsLetPass = 4;

/**
 * Lets requests go first: answers at once in a process that has time left, otherwise a few turns of the event loop later, and
 * after `longest` milliseconds in any case, so that what waits gets on.
 */
export async function whenCalm(longest: number): Promise<void> {
  // The first turn is under way, and its length not known.
  await setImmediate();
  const begun = performance.now();
  await setImmediate();
  const turn = performance.now() - begun;
  if (turn >= crowded) await setTimeout(Math.min(turnsLetPass * turn, longest));
}
