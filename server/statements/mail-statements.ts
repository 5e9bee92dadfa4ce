import { eq, sql } from 'drizzle-orm';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
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

/** People who are told in one round, and milliseconds to the next one. */
const atOnce = 500;
const roundEvery = 600_000;
/** The longest that a statement which is to store something may take, in milliseconds: nobody waits for it. */
const storeTimeout = 60_000;

const dueRow = z.object({ user_id: z.string(), email: z.string(), period: z.string() });

/** The month before the running one, by the clock of the database. */
const lastMonth = sql`to_char((clock_timestamp() at time zone 'UTC') - interval '1 month', 'YYYY-MM')`;

/**
 * Stores the statement of the last month for those who want to be told, and puts the mail into the outbox in the same
 * transaction: of several replicas one does it, once. Whose statement cannot be stored is told to `log`, and is tried again in the
 * next round. Answers how many were told.
 */
export async function mailStatements(
  { database, outbox, mails }: StatementMailServices,
  log: (error: unknown, userId: string) => void,
): Promise<number> {
  const { rows } = await database.db.execute(sql`
    select m.user_id, u.email, ${lastMonth} as period
    from ${statementMails} m join users u on u.id = m.user_id
    where m.last_period < ${lastMonth} and u.standing = 'enabled' and u.erased_at is null
    order by m.user_id limit ${atOnce}`);
  let told = 0;
  const tell = ({ user_id: userId, email, period }: z.infer<typeof dueRow>) =>
    database.transact(async (tx) => {
      if (!(await lockAccount(tx.db, userId))) return false;
      await tx.db.execute(sql.raw(`set local statement_timeout = ${storeTimeout}`));
      const moved = await tx.db
        .update(statementMails)
        .set({ lastPeriod: period })
        .where(sql`${eq(statementMails.userId, userId)} and ${statementMails.lastPeriod} < ${period}`)
        .returning();
      if (moved.length === 0) return false;
      await storeStatements(tx.db, userId);
      const stored = await tx.db.execute(
        sql`select from statements where user_id = ${userId} and period = ${period}`,
      );
      if (stored.rows.length === 0) return false;
      outbox.enqueue(tx, mails.statementReady(email, period));
      return true;
    });
  for (const due of z.array(dueRow).parse(rows)) {
    try {
      if (await tell(due)) told += 1;
    } catch (error) {
      log(error, due.user_id);
      // While the database is away, that would be said of everybody.
      await database.db.execute(sql`select 1`);
    }
  }
  return told;
}

/** Tells those who want it, at the start and every ten minutes. Answers how to stop. */
export function startStatementMail(
  services: StatementMailServices,
  log: (error: unknown, userId?: string) => void,
): () => void {
  const round = () => void mailStatements(services, log).catch((error: unknown) => log(error));
  round();
  const timer = setInterval(round, roundEvery);
  timer.unref();
  return () => clearInterval(timer);
}
