import { NotTried, Refused, Unreachable, Wrong } from './client';

/**
 * Takes each step in turn, whatever came of those before, so that one fault hides no other. Throws Wrong with all faults that
 * were found; without one Refused, then NotTried, when that is what kept a step from being taken.
 */
export async function each(...steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const faults = new Set<string>();
  const refusals = new Set<string>();
  let notTried: NotTried | undefined;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      if (error instanceof NotTried) notTried ??= error;
      else if (error instanceof Refused) refusals.add(error.message);
      else if (error instanceof Wrong) faults.add(error.message);
      else throw error;
      // What hangs once would be waited for at every step.
      if (error instanceof Unreachable) break;
    }
  }
  if (faults.size > 0) throw new Wrong([...faults, ...refusals].join('; '));
  if (refusals.size > 0) throw new Refused([...refusals].join('; '));
  if (notTried) throw notTried;
}
