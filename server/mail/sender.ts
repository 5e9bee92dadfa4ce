import { setTimeout } from 'node:timers/promises';
import type { Database } from '../db/client';
import { whenCalm } from '../when-calm';
import { type Deliver, MailServerAway, MailUnsure } from './deliver';
import { giveBack, type OutboxRow, renew, renewEvery, takeDue } from './due';
import { createMarks, type Marks } from './marks';
import { createWays, type Ways, type WayTimes, wayTimes } from './ways';

export interface Sender {
  /** Looks for mail now instead of at the next round. */
  wake(): void;
  /** Finishes the mails on their way, gives back the rest of the batch, and stops. */
  stop(): Promise<void>;
}

/** Mails that are taken at once: more while more wait and they leave fast, so that few are held by a sender that hangs. */
const batch = { least: 10, most: 200 };
/** Milliseconds within which the mails of a batch have left fast. */
const fast = 5_000;
/** Milliseconds after which no mail of a batch sets out. */
const setOut = 20_000;
/** Milliseconds that the next batch waits for the last mails of one, which hold one way each and not the others. */
const patience = 1_000;
/** Milliseconds that a sender which stops waits for the mails on their way. */
const stopPatience = 5_000;
const interval = 2_000;
/** Milliseconds between two batches. */
const pauseBetweenBatches = 50;
/** Milliseconds that a mail which can wait waits for requests at most, so that a long queue of mail does not hold them up. */
const longestWaitForRequests = 200;
/** Milliseconds between two batches while the mail server is away, doubled from the first to the longest. */
const pauseWhileAway = { first: 1_000, longest: 5_000 };

/**
 * Sends what the outbox holds, on any number of replicas: each takes mail nobody else has. What expires goes first: a
 * person waits for a code, and nobody for a receipt. A failure is tried again later and later, until it has failed for
 * good; mail that has expired is dropped. What was sent, dropped or has failed loses its text, which may hold a code.
 * What has not set out after `times.setOut` milliseconds, because the mail server has become slow, is given back. While
 * the mail server is away only a few are tried every now and then, and the others keep their tries.
 */
export function startSender(
  database: Database,
  deliver: Deliver,
  log: (error: Error) => void,
  times: Partial<WayTimes & { fast: number; setOut: number; renew: number; stop: number }> = {},
): Sender {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round: Promise<void> | undefined;
  let again = false;
  const ways = createWays({ ...wayTimes, ...times });
  const marks = createMarks(database, log);
  const sending: Sending = {
    ways,
    marks,
    deliver,
    log,
    onTheirWay: new Map(),
    setOut: times.setOut ?? setOut,
    signal,
  };

  /** Waits, until somebody stops the sender at the latest. */
  async function rest(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
  }

  async function sendDue(): Promise<void> {
    let size = batch.least;
    let pause = pauseWhileAway.first;
    do {
      again = false;
      await ways.oneFree(signal);
      if (signal.aborted) return;
      if (ways.free() === 0) continue;
      const begun = performance.now();
      const asked = { size, slowDomains: ways.slowDomains(), lastTurn: ways.lastTurn() };
      const mails = await takeDue(database, asked, log);
      const away = await sendAll(database, mails, begun, sending);
      if (mails.length > 0) again = true;
      const more = mails.length === size && !away && performance.now() - begun < (times.fast ?? fast);
      size = more ? Math.min(2 * size, batch.most) : batch.least;
      if (again) await rest(away ? pause : pauseBetweenBatches);
      pause = away ? Math.min(2 * pause, pauseWhileAway.longest) : pauseWhileAway.first;
    } while ((again || ways.free() === 0) && !signal.aborted);
  }

  function wake(): void {
    if (signal.aborted) return;
    if (round) {
      again = true;
      return;
    }
    round = sendDue()
      .catch(log)
      .finally(() => {
        round = undefined;
      });
  }

  const timer = setInterval(wake, interval);
  const renewal = setInterval(() => {
    renew(database, [...sending.onTheirWay.keys()]).catch(log);
  }, times.renew ?? renewEvery);
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      const cut = globalThis.setTimeout(ways.cutAll, times.stop ?? stopPatience);
      await round;
      await Promise.all(sending.onTheirWay.values());
      clearTimeout(cut);
      clearInterval(renewal);
      await marks.close();
    },
  };
}

interface Sending {
  ways: Ways;
  marks: Marks;
  deliver: Deliver;
  log: (error: Error) => void;
  /** What is being sent, by the ids of the mails. */
  onTheirWay: Map<string, Promise<void>>;
  /** Milliseconds. */
  setOut: number;
  /** Aborted when the sender is stopped. */
  signal: AbortSignal;
}

/**
 * Sends a few mails at once while they may set out and the mail server is there, and gives back the others. Answers
 * whether the mail server is away, and has taken none of them. What is still on its way a moment after there was nothing
 * left to send is not waited for.
 */
async function sendAll(
  database: Database,
  rows: OutboxRow[],
  /** When they were asked for: others may have them a while after that, however long the answer took. */
  asked: number,
  { ways, marks, deliver, log, onTheirWay, setOut, signal }: Sending,
): Promise<boolean> {
  const deadline = asked + setOut;
  const queue = inTurns(rows, ways);
  let away = false;
  let anySent = false;

  async function send(row: OutboxRow, cut: AbortSignal): Promise<void> {
    const { id, recipient: to, subject, textBody: text, htmlBody: html } = row;
    try {
      await deliver({ id, to, subject, text, html }, cut);
      marks.sent(row);
      anySent = true;
    } catch (error) {
      // Cut by our own stop: it is not the mail's fault. One that may have arrived has been tried.
      if (signal.aborted && cut.aborted && !(error instanceof MailUnsure))
        await giveBack(database, [row]).catch(log);
      else {
        away ||= error instanceof MailServerAway;
        marks.failed(row, error instanceof Error ? error : new Error(String(error)));
      }
    }
    onTheirWay.delete(id);
  }

  async function sendWhatIsLeft(): Promise<void> {
    for (;;) {
      if (queue[0]?.expiresAt === null) await whenCalm(longestWaitForRequests);
      // Meanwhile the sender may have been stopped, or the mail server have gone.
      if (away || signal.aborted || performance.now() >= deadline) return;
      // Meanwhile its recipients may have turned out to be slow.
      const nth = queue.findIndex((row) => turnOf(row, ways) <= ways.lastTurn());
      const [row] = nth < 0 ? [] : queue.splice(nth, 1);
      if (!row) return;
      await ways.go(row.recipient, turnOf(row, ways), (cut) => {
        const sent = send(row, cut);
        onTheirWay.set(row.id, sent);
        return sent;
      });
    }
  }

  const workers = Array.from({ length: ways.free() }, () => ways.take(sendWhatIsLeft));
  await allOrPatience(workers, setOut);
  await giveBack(database, queue.splice(0));
  await marks.write();
  return away && !anySent;
}

const turnOf = ({ recipient, attempts }: OutboxRow, ways: Ways) => ways.turnOf(recipient, attempts > 1);

/** In the order in which they were taken, which the database does not keep. */
function inTurns(rows: readonly OutboxRow[], ways: Ways): OutboxRow[] {
  const waits = ({ expiresAt }: OutboxRow) => Number(expiresAt === null);
  const time = ({ expiresAt, createdAt }: OutboxRow) => (expiresAt ?? createdAt).getTime();
  return [...rows].sort(
    (one, other) =>
      waits(one) - waits(other) || turnOf(one, ways) - turnOf(other, ways) || time(one) - time(other),
  );
}

/** Waits for all, and once the first has ended for a moment at most. */
async function allOrPatience(works: readonly Promise<void>[], longest: number): Promise<void> {
  const done = new AbortController();
  const { signal } = done;
  const wait = (milliseconds: number) => setTimeout(milliseconds, undefined, { signal }).catch(() => {});
  const moment = Promise.race(works).then(() => wait(patience));
  await Promise.race([Promise.all(works), moment, wait(longest)]);
  done.abort();
}
