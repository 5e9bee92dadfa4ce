import { inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { mailOutbox } from '../db/schema/writes';
import { happenings } from '../diagnostics';
import { MailRefused, MailServerAway, MailUnsure } from './deliver';
import { ended, mostTries, type OutboxRow, stillTaken } from './due';
import { domainOf } from './ways';

const backoff = { first: 5, longest: 3_600 };
/**
 * Seconds after each try of a mail that is tried rarely; the next one is the last. Servers that refuse for good at times
 * do so by mistake, and a mail that may have arrived is not to arrive often.
 */
const rareWaits = [300, 3_600];
/** Letters of an error that are kept. */
const errorLength = 300;
/** Mails, and milliseconds, after which those that left are marked: a sender that is killed has the others sent twice. */
const markAfter = { mails: 10, milliseconds: 1_000 };

/** What came of mails, written down soon. */
export interface Marks {
  sent(row: OutboxRow): void;
  failed(row: OutboxRow, failure: Error): void;
  /** Writes down all of it. */
  write(): Promise<void>;
  /** The same for the last time. */
  close(): Promise<void>;
}

interface Failed {
  row: OutboxRow;
  values: object;
}

export function createMarks({ db }: Database, log: (error: Error) => void): Marks {
  const sent: string[] = [];
  const failed: Failed[] = [];
  let writing: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function writeAll(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Removed once they are written, so that none is lost where the database is away for a moment.
    const left = sent.slice();
    if (left.length > 0) {
      await db
        .update(mailOutbox)
        .set({ sentAt: sql`now()`, ...ended, lastError: null })
        .where(inArray(mailOutbox.id, left));
      sent.splice(0, left.length);
    }
    for (let next = failed[0]; next; next = failed[0]) {
      await db
        .update(mailOutbox)
        .set(next.values)
        .where(stillTaken([next.row]));
      failed.shift();
    }
  }

  async function write(): Promise<void> {
    while (writing) await writing.catch(() => {});
    writing = writeAll();
    try {
      await writing;
    } finally {
      writing = undefined;
      if (sent.length + failed.length > 0) later();
    }
  }

  const writeNow = () => void write().catch(log);

  function later(): void {
    if (!closed) timer ??= setTimeout(writeNow, markAfter.milliseconds);
  }

  function soon(): void {
    if (sent.length >= markAfter.mails && !writing) writeNow();
    else later();
  }

  return {
    sent({ id, recipient }) {
      happenings.mailTried.tell({ outcome: 'sent', domain: domainOf(recipient) });
      sent.push(id);
      soon();
    },
    failed(row, failure) {
      log(failure);
      const wait = waitAfter(row, failure);
      happenings.mailTried.tell({ outcome: outcomeOf(failure, wait), domain: domainOf(row.recipient) });
      const unsureTries = row.unsureTries + Number(failure instanceof MailUnsure);
      failed.push({
        row,
        values: {
          ...(wait === undefined
            ? { failedAt: sql`now()`, droppedAt: sql`now()`, ...ended }
            : { nextAttemptAt: sql`now() + ${wait} * interval '1 second'` }),
          unsureTries,
          lastError: messageOf(failure, unsureTries > 0),
        },
      });
      soon();
    },
    write,
    async close() {
      closed = true;
      await write().catch(log);
      clearTimeout(timer);
    },
  };
}

/** Seconds until the next try of a mail that has failed so often; none when that was the last one. */
function waitAfter({ attempts, unsureTries }: OutboxRow, failure: Error): number | undefined {
  if (failure instanceof MailRefused) return rareWaits[attempts - 1];
  if (failure instanceof MailUnsure) return rareWaits[unsureTries];
  return attempts >= mostTries ? undefined : Math.min(backoff.first * 2 ** (attempts - 1), backoff.longest);
}

function outcomeOf(failure: Error, wait: number | undefined) {
  if (wait === undefined) return 'given_up';
  return failure instanceof MailServerAway ? 'away' : 'failed';
}

/** What went wrong, as operators read it. A mail server's answer is a stranger's text. */
function messageOf(failure: Error, mayHaveArrived: boolean): string {
  const cause = failure instanceof MailRefused && failure.cause instanceof Error ? failure.cause : failure;
  const message = cause.message.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, errorLength);
  return mayHaveArrived ? `It may have arrived. ${message}` : message;
}
