import type { Plugin } from 'vitest/config';
import type { PoolOptions, PoolWorker, TestProject, Vitest, WorkerRequest } from 'vitest/node';
import { ThreadsPoolWorker } from 'vitest/node';

/*
 * Loading the server costs more than most tests of it. Vitest begins each run in a new thread; here one thread runs the
 * tests of many mutants, with the modules loaded once, as the API tests share them between files (vitest.config.ts).
 */

/** Runs of one thread: what mutants leave open goes with it. */
const runsOfThread = 30;

interface Kept {
  thread: ThreadsPoolWorker;
  runs: number;
}
const kept = new Map<string, Kept>();

/** A mutant of what a module does while it is loaded needs modules of its own; Stryker calls it static. */
const isStatic = (project: TestProject) =>
  (project.getProvidedContext() as { mutantActivation?: string }).mutantActivation === 'static';

/** Whether something went wrong outside of a test: a server may still be running. */
const leftOpen = ({ vitest: { state } }: TestProject) =>
  state.errorsSet.size > 0 || state.getFiles().some(({ result }) => (result?.errors?.length ?? 0) > 0);

async function end(name: string): Promise<void> {
  const thread = kept.get(name)?.thread;
  kept.delete(name);
  await thread?.stop();
}

type Listener = Parameters<PoolWorker['on']>[1];

function createKeptThread(options: PoolOptions): PoolWorker {
  const { project } = options;
  const { name } = project;
  const listeners: [event: string, listener: Listener][] = [];
  let current: Kept | undefined;
  let asked = false;
  const threadOf = () => {
    if (!current) throw new Error('The thread has not been started');
    return current.thread;
  };
  return {
    name: 'kept-thread',
    async start() {
      if (isStatic(project)) await end(name);
      current = kept.get(name);
      if (!current) {
        current = { thread: new ThreadsPoolWorker(options), runs: 0 };
        kept.set(name, current);
        await current.thread.start();
      }
      current.runs += 1;
    },
    on(event, listener) {
      listeners.push([event, listener]);
      threadOf().on(event, listener);
    },
    off(event, listener) {
      threadOf().off(event, listener);
    },
    send(message: WorkerRequest) {
      if (message.type !== 'stop') {
        threadOf().send(message);
        return;
      }
      // The thread would listen to nobody any more.
      asked = true;
      const stopped = { type: 'stopped', __vitest_worker_response__: true };
      setImmediate(() => {
        for (const [event, listener] of listeners) if (event === 'message') listener(stopped);
      });
    },
    async stop() {
      for (const [event, listener] of listeners) threadOf().off(event, listener);
      const spent = (current?.runs ?? 0) >= runsOfThread || isStatic(project) || leftOpen(project);
      if (spent || !asked) await end(name);
    },
    deserialize: (data) => data,
  };
}

/** Has the tests of all projects run in kept threads; Stryker names another pool in its call, so it is set afterwards. */
export function keptThreads(): Plugin {
  return {
    name: 'kept-threads',
    configureVitest({ project, vitest }: { project: TestProject; vitest: Vitest }) {
      project.config.pool = 'kept-thread';
      project.config.poolRunner = { name: 'kept-thread', createPoolWorker: createKeptThread };
      vitest.onClose(() => end(project.name));
    },
  };
}
