import type { Database } from '../db/client';
import { type CheckpointKey, readCheckpoint } from './checkpoint';
import { appendCheckpoint, type CheckpointSender, readLastCheckpoint } from './publish';
import { type SealerMemory, sealBatch } from './seal-batch';

export interface SealerOptions {
  key: CheckpointKey;
  /** The name of a history that has none yet: what its checkpoints begin with. */
  origin: string;
  /** The file that checkpoints are appended to. */
  file: string;
  /** Sends them elsewhere as well. */
  sender?: CheckpointSender | undefined;
  /** Told of what failed, once for each time that it fails otherwise than before. */
  log: (error: Error) => void;
  /** Milliseconds between two looks for new rows. */
  interval?: number;
  /** Leaves at a time. */
  batch?: number;
}

export interface Sealer {
  /** Begins to look for new rows from time to time. */
  start(): void;
  /** Seals all that can be sealed now; answers how many leaves that were. */
  sealAll(): Promise<number>;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

/** Two rounds and a long batch are within the 5 s that rows may wait (docs/ledger.md). */
const defaultInterval = 2_000;
const defaultBatch = 5_000;

/** The part of an address that names a history: a host and nothing that a line of a note could not hold. */
export const originOf = (publicUrl: string) => `${new URL(publicUrl).host}/history`;

/**
 * Seals what was written, from time to time, outside the transactions that write it. Of several processes on one database
 * one seals at a time.
 */
export function createSealer({ pool }: Pick<Database, 'pool'>, options: SealerOptions): Sealer {
  const { file, sender, log, interval = defaultInterval, batch = defaultBatch } = options;
  const memory: SealerMemory = { published: undefined };
  let said: string | undefined;
  /** The note that was given to the sender last. */
  let sent: string | undefined;
  let stopping = false;
  let opened = false;

  /** What was published from here, by the file: it is outside the database. */
  async function open(): Promise<void> {
    if (opened) return;
    memory.published = (await readLastCheckpoint(file))?.checkpoint;
    opened = true;
  }

  /**
   * Sends the newest checkpoint, and appends it to the file: the one whatever becomes of the other. After a start it is sent again,
   * as nothing says whether it had left.
   */
  async function publish(note: string): Promise<void> {
    if (note !== sent) sender?.send(note);
    sent = note;
    const checkpoint = readCheckpoint(note);
    if (!checkpoint || (memory.published && checkpoint.size <= memory.published.size)) return;
    await appendCheckpoint(file, note);
    memory.published = checkpoint;
  }

  async function round(): Promise<number> {
    await open();
    let total = 0;
    for (;;) {
      const sealed = await sealBatch(pool, memory, { ...options, batch });
      if (sealed?.note !== undefined) await publish(sealed.note);
      total += sealed?.count ?? 0;
      if (stopping || !sealed || sealed.count < batch) return total;
    }
  }

  /** One round after the other. */
  let current: Promise<unknown> = Promise.resolve();
  function sealAll(): Promise<number> {
    const next = current.then(round);
    current = next.catch(() => {});
    return next;
  }

  async function tick(): Promise<void> {
    try {
      await sealAll();
      said = undefined;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (failure.message !== said) log(failure);
      said = failure.message;
    }
    if (!stopping) timer = setTimeout(tick, interval);
  }
  let timer: NodeJS.Timeout | undefined;

  return {
    start() {
      timer = setTimeout(tick, 0);
    },
    sealAll,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await current;
      await sender?.stop();
    },
  };
}
