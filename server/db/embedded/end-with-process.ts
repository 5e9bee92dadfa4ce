import { readlinkSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { readPid } from './cluster';

/** Milliseconds that a PostgreSQL which is being launched has to write down its process id, and between two looks. */
const launching = { wait: 500, look: 20 };

/** The clusters that this process has started and not stopped, and whether each is being launched at the moment. */
const running = new Map<string, 'launching' | 'launched'>();

/** What ends a process that does not listen to it, at once and without its `exit` event. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type EndingSignal = (typeof endingSignals)[number];

/** The code that a process ended by a signal has for a shell. */
export const codeOfSignal = (signal: EndingSignal): number => 128 + constants.signals[signal];

/**
 * PostgreSQL is a process in a session of its own, and would go on without ours. Where ours ends without having stopped it,
 * as at a second Ctrl-C, it is told to stop by itself.
 */
export const endWithProcess = {
  begin: (folder: string) => note(folder, 'launching'),
  /** This process has the folder, whoever launched what runs there. */
  launched: (folder: string) => note(folder, 'launched'),
  /** It was stopped, is to go on, or belongs to another process. */
  forget(folder: string): void {
    running.delete(folder);
    if (running.size > 0) return;
    process.off('exit', endAll);
    for (const signal of endingSignals) process.off(signal, endUnlessHeard);
  },
};

function note(folder: string, state: 'launching' | 'launched'): void {
  if (running.size === 0) {
    process.on('exit', endAll);
    for (const signal of endingSignals) process.on(signal, endUnlessHeard);
  }
  running.set(folder, state);
}

/**
 * A command has nothing that listens to signals, and a server has not for the moment between two things that do
 * (close-with-grace 2.5 takes its own away at the first signal, before it listens for the second).
 */
function endUnlessHeard(signal: EndingSignal): void {
  if (process.listenerCount(signal) === 1) process.exit(codeOfSignal(signal));
}

function endAll(): void {
  for (const [folder, state] of running) {
    for (let waited = 0; waited <= launching.wait; waited += launching.look) {
      const pid = readPid(folder);
      if (pid !== undefined && worksIn(pid, folder)) {
        // Ends what is under way, and stops in order.
        process.kill(pid, 'SIGINT');
        break;
      }
      if (state === 'launched') break;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, launching.look);
    }
  }
}

/** A number that was left behind may have come to belong to another program. */
function worksIn(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') return running.get(folder) === 'launched';
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
  } catch {
    return false;
  }
}
