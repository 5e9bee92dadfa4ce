import { codeOfSignal, type EndingSignal, endingSignals } from '../db/embedded/end-with-process';
import { BackupError } from './backup-error';

/** The process was told to stop, and has ended what it was at. */
export class ToldToStop extends BackupError {
  readonly code: number;
  constructor(by: EndingSignal, left: string) {
    super(`Ended by ${by}, and ${left}`);
    this.code = codeOfSignal(by);
  }
}

/**
 * Has work take back what it has begun when the process is told to stop; told once more that ends at once. `left` is what it
 * leaves, once it has ended.
 */
export async function untilTold<T>(
  work: (signal: AbortSignal) => Promise<T>,
  left = () => 'what it had begun is taken back.',
): Promise<T> {
  const told = new AbortController();
  let first: EndingSignal | undefined;
  const stop = (by: EndingSignal) => {
    if (first !== undefined) process.exit(codeOfSignal(by));
    first = by;
    told.abort();
  };
  for (const each of endingSignals) process.on(each, stop);
  try {
    return await work(told.signal);
  } catch (error) {
    // It fails in whatever way it was broken off.
    throw first === undefined ? error : new ToldToStop(first, left());
  } finally {
    for (const each of endingSignals) process.off(each, stop);
  }
}
