import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** Of the time that something takes, what it may hold up others for at once: many times what it does. */
const share = 1 / 8;
const tries = 10;
/** Milliseconds. */
const resolution = 5;

/**
 * Does something that takes long; answers what it comes to, and whether others were held up meanwhile for a good part of its
 * time, which is the same part on a slow machine. What holds up others does so each time; the machine, or what cleans up the
 * memory, not ten times in a row.
 */
export async function holdsUp<T>(work: () => Promise<T>): Promise<{ result: T; held: boolean }> {
  let result: T;
  let held: boolean;
  let done = 0;
  do {
    const delay = monitorEventLoopDelay({ resolution });
    delay.enable();
    // It measures from one turn of its timer to the next: what holds up at the beginning or at the end is between two as well.
    await setTimeout(2 * resolution);
    const begun = performance.now();
    result = await work();
    const took = performance.now() - begun;
    await setTimeout(2 * resolution);
    delay.disable();
    done += 1;
    held = delay.max / 1e6 >= share * took;
  } while (held && done < tries);
  return { result, held };
}
