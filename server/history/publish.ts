import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCheckpoints, type SignedCheckpoint } from './checkpoint';

/** Where the checkpoints are kept outside the database. */
export const checkpointFile = (dataDir: string) => join(dataDir, 'checkpoints.txt');

/** Bytes at the end of the file that hold more than one checkpoint. */
const tail = 8_192;

/** The last checkpoint of the file, if there is one. */
export async function readLastCheckpoint(path: string) {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, tail);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return readCheckpoints(buffer.toString('utf8')).at(-1);
  } finally {
    await file.close();
  }
}

/** Between the end of a note and the line after it. */
const afterNote = /(?<=^— [^\n]+\n)(?=[^—])/m;

/**
 * The checkpoints of a file, in their order, as `readCheckpoints` finds them; one after the other, as a file of some months is
 * longer than a text can be.
 */
export async function* readCheckpointFile(path: string): AsyncGenerator<SignedCheckpoint> {
  const chunks: AsyncIterable<string> = createReadStream(path, {
    encoding: 'utf8',
    highWaterMark: 1_048_576,
  });
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split(afterNote);
    // What holds no note does not pile up.
    rest = parts.pop()?.slice(-tail) ?? '';
    for (const part of parts) yield* readCheckpoints(part);
  }
  yield* readCheckpoints(rest);
}

/** Appends a checkpoint after an empty line, and ends the line that a full disk or a loss of power has left half written. */
export async function appendCheckpoint(path: string, note: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const torn = size > 0 && buffer[0] !== 0x0a;
    await file.appendFile(`${torn ? '\n' : ''}\n${note}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Sends the newest checkpoint to the operator's address. */
export interface CheckpointSender {
  /** Sends it as soon as it can be; a newer one takes its place. */
  send(note: string): void;
  /** Ends the try that is under way, tries what waits once more for a moment, and ends. */
  stop(): Promise<void>;
}

/** Milliseconds. */
const sendTimeout = 10_000;
/** The last one must not hold up what stops after it. */
const lastTimeout = 2_000;
const firstPause = 5_000;
const longestPause = 300_000;

/**
 * Sends checkpoints by POST to an address, one at a time and the newest alone: it covers those before it. What fails is
 * tried again with growing pauses; `onError` hears of each failure.
 */
export function startCheckpointSender(url: string, onError: (error: Error) => void): CheckpointSender {
  let waiting: string | undefined;
  let pause = firstPause;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let cut: AbortController | undefined;
  let stopping = false;

  async function post(note: string): Promise<void> {
    const limit = stopping ? lastTimeout : sendTimeout;
    const trying = new AbortController();
    cut = trying;
    const tooLong = new Error(`CHECKPOINT_URL has not answered within ${limit / 1_000} s`);
    const patience = setTimeout(() => trying.abort(tooLong), limit);
    try {
      await postWith(note, trying.signal);
    } finally {
      clearTimeout(patience);
    }
  }

  async function postWith(note: string, signal: AbortSignal): Promise<void> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: note,
      redirect: 'error',
      signal,
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`CHECKPOINT_URL answered ${response.status}`);
  }

  async function sendWaiting(): Promise<void> {
    while (waiting !== undefined) {
      const note = waiting;
      waiting = undefined;
      const last = stopping;
      try {
        await post(note);
        pause = firstPause;
      } catch (error) {
        waiting ??= note;
        // One that the stop has cut is tried once more.
        if (last === stopping) onError(error instanceof Error ? error : new Error(String(error)));
        return;
      }
    }
  }

  function wake(): void {
    if (sending || timer) return;
    sending = sendWaiting().finally(() => {
      sending = undefined;
      if (waiting === undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        wake();
      }, pause);
      timer.unref();
      pause = Math.min(pause * 2, longestPause);
    });
  }

  return {
    send(note) {
      waiting = note;
      wake();
    },
    async stop() {
      stopping = true;
      cut?.abort();
      await sending;
      clearTimeout(timer);
      await sendWaiting();
    },
  };
}
