import { setTimeout } from 'node:timers/promises';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { mailOutbox } from '../db/schema';
import { happenings } from '../diagnostics';
import { whenCalm } from '../when-calm';

/** A mail as it leaves. `id` stays the same when it has to be sent again. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mail server refuses this mail for good: its recipient, or its content. */
export class MailRefused extends Error {}

/** The mail server cannot be asked, or takes nothing from this sender: no other mail would leave now either. */
export class MailServerAway extends Error {}

/**
 * Delivers one mail or throws; {@link MailRefused} when trying again is of little use, {@link MailServerAway} when
 * trying another one is.
 */
export type Deliver = (mail: OutgoingMail) => Promise<void>;

export interface Sender {
  /** Looks for mail now instead of at the next round. */
  wake(): void;
  /** Finishes the mails on their way, gives back the rest of the batch, and stops. */
  stop(): Promise<void>;
}

/** Mails that are taken at once: more while more wait and they leave fast, so that few are held by a sender that hangs. */
const batch = { least: 10, most: 200, fast: 5_000 };
/** Mails on their way at once; providers want few connections. */
export const atOnce = 3;
/** Seconds. While a mail is being sent no replica takes it; a killed sender's mail is free again after that. */
const lease = 60;
/** Milliseconds after which no mail of a batch sets out: one that is still on its way when the lease ends is sent twice. */
const setOut = 20_000;
const backoff = { first: 5, longest: 3_600 };
/** Tries of a mail: with the waits between them, those are two days. */
export const mostTries = 56;
/** Seconds after each refusal; servers that refuse for good at times do so by mistake. The next refusal is the last. */
const refusedWaits = [300, 3_600];
/** Letters of an error that are kept. */
const errorLength = 300;
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
 * What has not set out after `giveBackAfter` milliseconds, because the mail server has become slow, is given back. While
 * the mail server is away the outbox only grows, and to look for the next of each person takes the longer the more waits:
 * only a few are tried every now and then, and the others keep their tries.
 */
export function startSender(
  database: Database,
  deliver: Deliver,
  log: (error: Error) => void,
  giveBackAfter = setOut,
): Sender {
  const stopping = new AbortController();
  const { signal } = stopping;
  let round: Promise<void> | undefined;
  let again = false;

  /** Waits, until somebody stops the sender at the latest. */
  async function rest(milliseconds: number): Promise<void> {
    await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
  }

  async function sendDue(): Promise<void> {
    let size = batch.least;
    let pause = pauseWhileAway.first;
    do {
      again = false;
      const begun = performance.now();
      const mails = await takeDue(database, size);
      const deadline = performance.now() + giveBackAfter;
      const away = await sendAll(
        database,
        deliver,
        mails,
        log,
        () => !signal.aborted && performance.now() < deadline,
      );
      if (mails.length > 0) again = true;
      const more = mails.length === size && !away && performance.now() - begun < batch.fast;
      size = more ? Math.min(2 * size, batch.most) : batch.least;
      if (again) await rest(away ? pause : pauseBetweenBatches);
      pause = away ? Math.min(2 * pause, pauseWhileAway.longest) : pauseWhileAway.first;
    } while (again && !signal.aborted);
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
  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await round;
    },
  };
}

type OutboxRow = typeof mailOutbox.$inferSelect;

const ended = { textBody: '', htmlBody: '' } as const;
const unsent = sql`${mailOutbox.sentAt} is null and ${mailOutbox.droppedAt} is null`;

/**
 * Takes what is due for this sender. Of what can wait, a person's next mail comes after the one before has left, or has
 * failed twice; codes wait for nothing.
 */
async function takeDue({ db }: Database, size: number): Promise<OutboxRow[]> {
  await db
    .update(mailOutbox)
    .set({ droppedAt: sql`now()`, ...ended })
    .where(sql`${unsent} and ${mailOutbox.expiresAt} < now()`);
  // One that no sender has lived to see the end of.
  await db
    .update(mailOutbox)
    .set({ failedAt: sql`now()`, droppedAt: sql`now()`, ...ended })
    .where(
      sql`${unsent} and ${mailOutbox.attempts} >= ${mostTries} and ${mailOutbox.nextAttemptAt} <= now()`,
    );
  const next = sql`select distinct on (${mailOutbox.recipient}) ${mailOutbox.id} from ${mailOutbox}
    where ${unsent} and ${mailOutbox.expiresAt} is null and ${mailOutbox.attempts} < 2
    order by ${mailOutbox.recipient}, ${mailOutbox.createdAt}, ${mailOutbox.id}`;
  const due = sql`select ${mailOutbox.id} from ${mailOutbox}
    where ${unsent} and ${mailOutbox.nextAttemptAt} <= now()
      and (${mailOutbox.expiresAt} is not null or ${mailOutbox.attempts} > 1 or ${mailOutbox.id} in (${next}))
    order by ${mailOutbox.expiresAt}, ${mailOutbox.nextAttemptAt}, ${mailOutbox.id} limit ${size}
    for update skip locked`;
  return db
    .update(mailOutbox)
    .set({
      attempts: sql`${mailOutbox.attempts} + 1`,
      nextAttemptAt: sql`now() + ${lease} * interval '1 second'`,
    })
    .where(sql`${mailOutbox.id} in (${due})`)
    .returning();
}

/**
 * Sends a few mails at once while they `maySetOut` and the mail server is there, and marks those that left in one
 * statement. Gives back the others. Answers whether the mail server is away, and has taken none of them.
 */
async function sendAll(
  { db }: Database,
  deliver: Deliver,
  rows: OutboxRow[],
  log: (error: Error) => void,
  maySetOut: () => boolean,
): Promise<boolean> {
  const sent: string[] = [];
  const failed: { row: OutboxRow; failure: Error }[] = [];
  const queue = [...rows];
  let away = false;
  async function sendOn(): Promise<void> {
    for (;;) {
      if (queue[0]?.expiresAt === null) await whenCalm(longestWaitForRequests);
      // Meanwhile the sender may have been stopped, or the mail server have gone.
      if (away || !maySetOut()) return;
      const row = queue.shift();
      if (!row) return;
      const { id, recipient: to, subject, textBody: text, htmlBody: html } = row;
      try {
        await deliver({ id, to, subject, text, html });
        sent.push(id);
        happenings.mailTried.tell({ outcome: 'sent' });
      } catch (error) {
        away ||= error instanceof MailServerAway;
        failed.push({ row, failure: error instanceof Error ? error : new Error(String(error)) });
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  const among = (ids: readonly string[]) => inArray(mailOutbox.id, [...ids]);
  if (sent.length > 0) {
    await db
      .update(mailOutbox)
      .set({ sentAt: sql`now()`, ...ended, lastError: null })
      .where(among(sent));
  }
  if (queue.length > 0) {
    await db
      .update(mailOutbox)
      .set({ attempts: sql`${mailOutbox.attempts} - 1`, nextAttemptAt: sql`now()` })
      .where(among(queue.map(({ id }) => id)));
  }
  for (const { row, failure } of failed) {
    log(failure);
    const wait = waitAfter(row.attempts, failure);
    happenings.mailTried.tell({ outcome: wait === undefined ? 'given_up' : 'failed' });
    await db
      .update(mailOutbox)
      .set({
        ...(wait === undefined
          ? { failedAt: sql`now()`, droppedAt: sql`now()`, ...ended }
          : { nextAttemptAt: sql`now() + ${wait} * interval '1 second'` }),
        lastError: messageOf(failure),
      })
      .where(eq(mailOutbox.id, row.id));
  }
  return away && sent.length === 0;
}

/** Seconds until the next try of a mail that has failed so often; none when that was the last one. */
function waitAfter(attempts: number, failure: Error): number | undefined {
  if (failure instanceof MailRefused) return refusedWaits[attempts - 1];
  return attempts >= mostTries ? undefined : Math.min(backoff.first * 2 ** (attempts - 1), backoff.longest);
}

/** What went wrong, as operators read it. A mail server's answer is a stranger's text. */
function messageOf(failure: Error): string {
  const cause = failure instanceof MailRefused && failure.cause instanceof Error ? failure.cause : failure;
  return cause.message.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, errorLength);
}
