import { eq, sql } from 'drizzle-orm';
import { z } from '../../contract/zod';
import type { Database, Queries } from '../db/client';
import { statementMails } from '../db/schema/ledger';
import { lockAccount } from '../ledger/posting';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import { storeStatements } from './statements';

interface StatementMailServices {
  database: Database;
  outbox: Outbox;
  mails: Mails;
}

/** People who are read at once, and milliseconds from one round to the next. */
const atOnce = 500;
const roundEvery = 600_000;
/** The longest that a statement which is to store something may take, in milliseconds: who writes to the account waits, or gives up. */
const storeTimeout = 60_000;
/** Milliseconds after which it is cancelled once more, at a stop: between two statements there is nothing to cancel. */
const cancelEvery = 1_000;

const dueRow = z.object({ user_id: z.string(), email: z.string(), period: z.string() });

/** The month before the running one, by the clock of the database. */
const lastMonth = sql`to_char((clock_timestamp() at time zone 'UTC') - interval '1 month', 'YYYY-MM')`;

/** Comes before the id of everybody. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Round {
  /** People who are read at once. */
  atOnce?: number;
  /** Ends the round, and breaks off who is being told: the next one tells them. */
  signal?: AbortSignal;
}

/**
 * Stores the statement of the last month for all who want to be told, and puts the mail into the outbox in the same
 * transaction: of several replicas one does it, once, and the others leave out who is just being told. Whose statement cannot be
 * stored is told to `log`, and is tried again in the next round. Answers how many were told.
 */
export async function mailStatements(
  { database, outbox, mails }: StatementMailServices,
  log: (error: unknown, userId: string) => void,
  { atOnce: size = atOnce, signal = new AbortController().signal }: Round = {},
): Promise<number> {
  async function dueAfter(userId: string): Promise<z.infer<typeof dueRow>[]> {
    const { rows } = await database.db.execute(sql`
      select m.user_id, u.email, ${lastMonth} as period
      from ${statementMails} m join users u on u.id = m.user_id
      where m.user_id > ${userId} and m.last_period < ${lastMonth} and u.standing = 'enabled' and u.erased_at is null
      order by m.user_id limit ${size}`);
    return z.array(dueRow).parse(rows);
  }

  const tell = ({ user_id: userId, email, period }: z.infer<typeof dueRow>) =>
    database.transact(async (tx) => {
      if (!(await takeTurn(tx.db, userId)) || !(await lockAccount(tx.db, userId))) return false;
      await tx.db.execute(sql.raw(`set local statement_timeout = ${storeTimeout}`));
      const moved = await tx.db
        .update(statementMails)
        .set({ lastPeriod: period })
        .where(sql`${eq(statementMails.userId, userId)} and ${statementMails.lastPeriod} < ${period}`)
        .returning();
      if (moved.length === 0) return false;
      await cancelledBy(signal, database, tx.db, () => storeStatements(tx.db, userId));
      const stored = await tx.db.execute(
        sql`select from statements where user_id = ${userId} and period = ${period}`,
      );
      if (stored.rows.length === 0) return false;
      outbox.enqueue(tx, mails.statementReady(email, period));
      return true;
    });

  let told = 0;
  let last = beforeAll;
  for (;;) {
    const people = await dueAfter(last);
    for (const due of people) {
      if (signal.aborted) return told;
      last = due.user_id;
      try {
        if (await tell(due)) told += 1;
      } catch (error) {
        if (signal.aborted) return told;
        log(error, due.user_id);
        // While the database is away, that would be said of everybody.
        await database.db.execute(sql`select 1`);
      }
    }
    if (people.length < size) return told;
  }
}

/** Does a part of a transaction, whose statements fail once the signal is aborted. */
async function cancelledBy(
  signal: AbortSignal,
  database: Database,
  db: Queries,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`select pg_backend_pid() as id`);
  signal.throwIfAborted();
  let next: NodeJS.Timeout | undefined;
  const cancel = () => {
    // Without the database the statement fails by itself.
    database.db.execute(sql`select pg_cancel_backend(${rows[0]?.id})`).catch(() => {});
    next = setTimeout(cancel, cancelEvery);
  };
  signal.addEventListener('abort', cancel);
  try {
    await work();
  } finally {
    signal.removeEventListener('abort', cancel);
    clearTimeout(next);
  }
}

/** Whether no other replica is telling somebody. */
async function takeTurn(db: Queries, userId: string): Promise<boolean> {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`statement mail|${userId}`}, 0)) as free`,
  );
  return rows[0]?.free ?? false;
}

/** Tells those who want it, at the start and every ten minutes, one round at a time. */
export function startStatementMail(
  services: StatementMailServices,
  log: (error: unknown, userId?: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const round = () => {
    running ??= mailStatements(services, log, { signal: stopping.signal })
      .then(() => {}, log)
      .finally(() => {
        running = undefined;
      });
  };
  round();
  const timer = setInterval(round, roundEvery);
  timer.unref();
  return {
    /** Breaks off who is being told, and is waited for, as that needs the database. */
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
