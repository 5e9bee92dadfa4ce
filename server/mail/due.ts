import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/client';
import { otps } from '../db/schema/sign-in';
import { mailOutbox } from '../db/schema/writes';
import { turns } from './ways';

/** Seconds. While a mail is being sent no replica takes it; a killed sender's mail is free again after that. */
const lease = 60;
/** Milliseconds between two renewals. */
export const renewEvery = 20_000;
/** Tries of a mail: with the waits between them, those are two days. */
export const mostTries = 56;

export type OutboxRow = typeof mailOutbox.$inferSelect;

export const ended = { textBody: '', htmlBody: '' } as const;
const unsent = sql`${mailOutbox.sentAt} is null and ${mailOutbox.droppedAt} is null`;

/** Of mails that a sender has taken those that no other has taken since: it may have stood still for longer than its lease. */
export const stillTaken = (rows: readonly Pick<OutboxRow, 'id' | 'attempts'>[]): SQL =>
  sql`${unsent} and (${mailOutbox.id}, ${mailOutbox.attempts}) in (select * from unnest(
    ${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ attempts }) => attempts))}::int[]))`;

const isOfEnded = sql`exists (
  select from ${otps} where ${otps.id} = ${mailOutbox.otpId} and ${otps.endedAt} is not null)`;

interface Asked {
  size: number;
  slowDomains: readonly string[];
  lastTurn: number;
}

/**
 * Takes what is due for this sender: codes first, of them and of the others each in its turn (server/mail/ways.ts) up to
 * the last one that may set out. Of what can wait, a person's next mail comes after the one before has left, or has
 * failed twice; one whose sender was killed has not failed. Codes wait for nothing. Those that have expired, or whose code
 * has ended, are dropped before.
 */
export async function takeDue(
  { db }: Database,
  { size, slowDomains, lastTurn }: Asked,
): Promise<OutboxRow[]> {
  await db
    .update(mailOutbox)
    .set({ droppedAt: sql`now()`, ...ended })
    .where(
      sql`${unsent} and (${mailOutbox.expiresAt} < now() or ${mailOutbox.expiresAt} >= now() and ${isOfEnded})`,
    );
  // One that no sender has lived to see the end of.
  await db
    .update(mailOutbox)
    .set({ failedAt: sql`now()`, droppedAt: sql`now()`, ...ended })
    .where(
      sql`${unsent} and ${mailOutbox.attempts} >= ${mostTries} and ${mailOutbox.nextAttemptAt} <= now()`,
    );
  const next = sql`select distinct on (${mailOutbox.recipient}) ${mailOutbox.id} from ${mailOutbox}
    where ${unsent} and ${mailOutbox.expiresAt} is null
      and (${mailOutbox.attempts} < 2 or ${mailOutbox.attempts} = 2 and ${mailOutbox.lastError} is null)
    order by ${mailOutbox.recipient}, ${mailOutbox.createdAt}, ${mailOutbox.id}`;
  const turn = sql`case when substring(${mailOutbox.recipient} from '[^@]*$') = any(${sql.param(slowDomains)}::text[])
    then ${turns.slow}::int when ${mailOutbox.attempts} > 0 then ${turns.again} else ${turns.first} end`;
  const due = sql`select ${mailOutbox.id} from ${mailOutbox}
    where ${unsent} and ${mailOutbox.nextAttemptAt} <= now() and ${turn} <= ${lastTurn} and not ${isOfEnded}
      and (${mailOutbox.expiresAt} is not null or ${mailOutbox.attempts} > 1 or ${mailOutbox.id} in (${next}))
    order by ${mailOutbox.expiresAt} is null, ${turn}, ${mailOutbox.expiresAt}, ${mailOutbox.nextAttemptAt},
      ${mailOutbox.id} limit ${size}
    for update skip locked`;
  return db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: leaseEnd })
    .where(sql`${mailOutbox.id} in (${due})`)
    .returning();
}

const leaseEnd = sql`now() + ${lease} * interval '1 second'`;

/** Keeps mails that are on their way from other replicas. */
export async function renew({ db }: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(mailOutbox)
    .set({ nextAttemptAt: leaseEnd })
    .where(sql`${unsent} and ${inArray(mailOutbox.id, [...ids])}`);
}

/** Gives back what has not set out, which counts as no try; what another sender has taken since is that one's. */
export async function giveBack({ db }: Database, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .update(mailOutbox)
    .set({ attempts: sql`${mailOutbox.attempts} - 1`, nextAttemptAt: sql`now()` })
    .where(stillTaken(rows));
}
