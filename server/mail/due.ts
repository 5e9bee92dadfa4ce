import { randomUUID } from 'node:crypto';
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../db/client';
import { otps } from '../db/schema/sign-in';
import { holdsBack, isUnsent, mailOutbox } from '../db/schema/writes';
import { turns } from './ways';

/** Seconds. While a mail is being sent no replica takes it; a killed sender's mail is free again after that. */
const lease = 60;
/** Milliseconds between two renewals. */
export const renewEvery = 20_000;
/** Tries of a mail: with the waits between them, those are two days. */
export const mostTries = 56;

/** A mail as it was taken; `lastError` is what the try before has come to. */
export type OutboxRow = typeof mailOutbox.$inferSelect;

export const ended = { textBody: '', htmlBody: '' } as const;
const unsent = isUnsent(mailOutbox);
/** Codes and what else expires, of which few wait at a time: as their index has it. */
const expires = sql`${mailOutbox.sentAt} is null and ${mailOutbox.droppedAt} is null
  and ${mailOutbox.expiresAt} is not null`;

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
 * failed twice; one whose sender was killed has not failed. Codes wait for nothing: where the others cannot be read,
 * which is told to `log`, the codes leave all the same. Those that have expired, or whose code has ended, are dropped before.
 */
export async function takeDue(
  database: Database,
  asked: Asked,
  log: (error: Error) => void,
): Promise<OutboxRow[]> {
  await database.db
    .update(mailOutbox)
    .set({ droppedAt: sql`now()`, ...ended })
    .where(sql`${expires} and (${mailOutbox.expiresAt} < now() or ${isOfEnded})`);
  const codes = await take(
    database,
    sql`${expires} and not ${isOfEnded}`,
    sql`${mailOutbox.expiresAt}, ${mailOutbox.nextAttemptAt}`,
    asked,
  );
  const size = asked.size - codes.length;
  if (size === 0) return codes;
  const others = take(database, isNext(), sql`${mailOutbox.nextAttemptAt}`, { ...asked, size });
  if (codes.length === 0) return others;
  return [
    ...codes,
    ...(await others.catch((error: Error) => {
      log(error);
      return [];
    })),
  ];
}

/** While the second try of a mail is under way, it holds back the next one of its person: for that it has no error (`holdsBack`). */
const errorOnTheWay = sql`case when ${mailOutbox.attempts} = 1 and ${mailOutbox.expiresAt} is null
  then null else ${mailOutbox.lastError} end`;
/** As the statement found it. In words: drizzle leaves out the table of a column where a query has no other one. */
const errorBefore = sql<string | null>`(
  select before.last_error from mail_outbox before where before.id = mail_outbox.id)`;

/** Takes those of the due mails that are `wanted`. */
async function take(
  { db, transact }: Database,
  wanted: SQL,
  order: SQL,
  { size, slowDomains, lastTurn }: Asked,
): Promise<OutboxRow[]> {
  const turn = sql`case when substring(${mailOutbox.recipient} from '[^@]*$') = any(${sql.param(slowDomains)}::text[])
    then ${turns.slow}::int when ${mailOutbox.attempts} > 0 then ${turns.again} else ${turns.first} end`;
  const due = sql`select ${mailOutbox.id} from ${mailOutbox}
    where ${wanted} and ${mailOutbox.nextAttemptAt} <= now() and ${turn} <= ${lastTurn}
    order by ${turn}, ${order}, ${mailOutbox.id} limit ${size}
    for update skip locked`;
  const taken = await transact(({ db: own, send }) => {
    // Where the statistics know of few mails yet, to read and sort all of a backlog seems to cost what its index does.
    send(own.execute(sql`set local enable_bitmapscan = off`));
    return own
      .update(mailOutbox)
      .set({ attempts: sql`${mailOutbox.attempts} + 1`, nextAttemptAt: leaseEnd, lastError: errorOnTheWay })
      .where(sql`${mailOutbox.id} = any(array(${due}))`)
      .returning({ ...getTableColumns(mailOutbox), lastError: errorBefore });
  });
  // Those whose last try no sender has lived to see the end of.
  const over = taken.filter(({ attempts }) => attempts > mostTries);
  if (over.length === 0) return taken;
  await db
    .update(mailOutbox)
    .set({ attempts: mostTries, failedAt: sql`now()`, droppedAt: sql`now()`, ...ended })
    .where(stillTaken(over));
  return taken.filter((row) => !over.includes(row));
}

/** Mails that are looked at in one place of the outbox: more than a few senders take at once. */
const seenAtOnce = 1_000;

/**
 * Some mails in the order of a column, whose index has what the condition says: the first ones, and those from
 * somewhere behind them, so that many of one person or of a slow domain hold up nobody else, and are not all read each time.
 */
function someOf(condition: SQL, by: PgColumn): SQL {
  const waiting = sql`${unsent} and ${condition}`;
  const from = (place: SQL) => sql`
    (select ${mailOutbox.id}, ${mailOutbox.recipient}, ${mailOutbox.createdAt}, ${mailOutbox.expiresAt}, ${mailOutbox.attempts}
      from ${mailOutbox}
      where ${waiting} and ${place}
      order by ${by}, ${mailOutbox.id} limit ${seenAtOnce})`;
  const oldest = sql`(select min(${by}) from ${mailOutbox} where ${waiting})`;
  const somewhere = sql`(${by}, ${mailOutbox.id}) >=
    ((select ${oldest} + (now() - ${oldest}) * ${Math.random()}::float8), ${randomUUID()}::uuid)`;
  return sql`${from(sql`true`)} union all ${from(somewhere)}`;
}

const earliest = alias(mailOutbox, 'earliest');

/** Whether a mail can wait and none of the same person's comes before it, as far as it is among those that are looked at. */
const isNext = () => sql`${unsent} and ${mailOutbox.id} = any(array(
  select seen.id from (
    ${someOf(sql`${mailOutbox.attempts} = 0`, mailOutbox.createdAt)}
    union all ${someOf(sql`${mailOutbox.attempts} > 0`, mailOutbox.nextAttemptAt)}
  ) seen left join lateral (
    select ${earliest.createdAt}, ${earliest.id} from ${mailOutbox} as ${earliest}
    where ${holdsBack(earliest)} and ${earliest.recipient} = seen.recipient
    order by ${earliest.createdAt}, ${earliest.id} limit 1
  ) earliest on true
  where seen.expires_at is null
    and (seen.attempts > 1 or (earliest.created_at, earliest.id) >= (seen.created_at, seen.id))))`;

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
    .set({
      attempts: sql`${mailOutbox.attempts} - 1`,
      nextAttemptAt: sql`now()`,
      lastError: sql`(${sql.param(rows.map(({ lastError }) => lastError))}::text[])[
        array_position(${sql.param(rows.map(({ id }) => id))}::uuid[], ${mailOutbox.id})]`,
    })
    .where(stillTaken(rows));
}
