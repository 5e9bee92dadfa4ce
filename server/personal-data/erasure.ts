import { and, count, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Erasure } from '../../contract/personal-data';
import { refusals } from '../../contract/refusals';
import { addressesOfAdministrators, lockAdministrators } from '../db/administrators';
import type { Queries, Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { ledgerEntries } from '../db/schema/ledger';
import { accounts, transactions, waitsAs } from '../db/schema/money';
import { users } from '../db/schema/people';
import { auditEvents, personalSubjects } from '../db/schema/writes';
import { Refusal, refuse } from '../errors/refusal';
import type { Mails } from '../mail/messages';
import type { Outbox } from '../mail/outbox';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import type { PersonalTable, Subject } from './inventory';

const day = 86_400_000;

interface Found {
  subject: Subject;
  type: (typeof users.$inferSelect)['type'];
  standing: (typeof users.$inferSelect)['standing'];
  erasedAt: Date | null;
  balance: number;
  held: number;
  pending: number;
  /** When a deposit was last reported or a withdrawal asked for, or an entry posted. */
  lastActivity: Date | null;
  /** Events that no start has sealed yet. */
  plain: number;
}

/** A person, and what an erasure looks at. */
async function find(db: Queries, userId: string): Promise<Found | undefined> {
  const lastOf = (table: typeof transactions | typeof ledgerEntries) =>
    sql`(select max(${table.createdAt}) from ${table} where ${table.userId} = ${userId})`;
  const [found] = await db
    .select({
      subject: { id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName },
      type: users.type,
      standing: users.standing,
      erasedAt: users.erasedAt,
      balance: sql`coalesce(${accounts.balance}, 0)`.mapWith(Number),
      held: sql`coalesce(${accounts.held}, 0)`.mapWith(Number),
      pending: db.$count(
        transactions,
        and(eq(transactions.userId, userId), isNotNull(waitsAs(transactions))),
      ),
      lastActivity: sql<Date | null>`greatest(${lastOf(transactions)}, ${lastOf(ledgerEntries)})`.mapWith(
        users.erasedAt,
      ),
      plain: db.$count(
        auditEvents,
        and(
          sql`${auditEvents.sealed} is null`,
          or(
            eq(auditEvents.subjectId, userId),
            sql`${auditEvents.subjectId} in (select own.id::text from transactions own where own.user_id = ${userId})`,
          ),
          sql`${auditEvents.subjectType} in ${personalSubjects}`,
        ),
      ),
    })
    .from(users)
    .leftJoin(accounts, eq(accounts.userId, users.id))
    .where(eq(users.id, userId));
  return found;
}

/** "2026-11-23": the day on which it is allowed. */
const dayOf = (moment: Date) => new Date(moment.getTime() + day - 1).toISOString().slice(0, 10);

/** What stands in the way of erasing somebody, in words. `retention` in days. */
function obstaclesOf(found: Found, actorId: string, retention: number): string[] {
  const allowedFrom = allowedFromOf(found, retention);
  return [
    ...(found.erasedAt ? [refusals.personErased] : []),
    ...(found.subject.id === actorId ? [refusals.erasureSelf] : []),
    // What takes two administrators is not done by one in this way.
    ...(found.type !== 'investor' && found.standing !== 'offboarded' ? [refusals.erasureStaff] : []),
    ...(found.balance !== 0 || found.held !== 0 ? [refusals.erasureBalance] : []),
    ...(found.pending > 0 ? [refusals.erasurePending] : []),
    ...(allowedFrom && allowedFrom > new Date() ? [refusals.erasureEarly(dayOf(allowedFrom))] : []),
    ...(found.plain > 0 ? [refusals.erasureUnsealed] : []),
  ];
}

function allowedFromOf({ lastActivity }: Found, retention: number): Date | null {
  return lastActivity && new Date(lastActivity.getTime() + retention * day);
}

/** Whether the personal data of somebody can be erased by whoever asks; throws `not_found`. `retention` in days. */
export async function readErasure(
  db: Queries,
  actorId: string,
  userId: string,
  retention: number,
): Promise<Erasure> {
  const found = await find(db, userId);
  if (!found) throw refuse.notFound();
  return {
    _id: userId,
    allowedFrom: allowedFromOf(found, retention)?.toISOString() ?? null,
    obstacles: obstaclesOf(found, actorId, retention),
    erasedAt: found.erasedAt?.toISOString() ?? null,
  };
}

/** The words of a text, in small letters without accents. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** What of a name tells whose it is: all of it, and each part of three letters or more; shorter ones are "de" or "van der". */
function tellingWords(name: string): string[] {
  const parts = wordsOf(name);
  return [parts.join(''), ...parts.filter((part) => part.length > 2)].filter((word) => word.length > 1);
}

/** Whether a reason, which is kept for good, names whom it is about. */
function namesPerson(reason: string, { email, firstName, lastName }: Subject): boolean {
  const words = new Set(wordsOf(reason));
  return (
    reason.toLowerCase().includes(email) ||
    [firstName, lastName].flatMap(tellingWords).some((word) => words.has(word))
  );
}

interface ErasureServices {
  /** All that is about people. */
  personalTables: readonly PersonalTable[];
  outbox: Outbox;
  mails: Mails;
  /** Days that personal data are kept after the last deposit, withdrawal or entry. */
  retention: number;
  /** What other rooms do about somebody who is shut out. */
  whenShutOut: readonly ((tx: Tx, actor: Actor, userId: string) => Promise<void>)[];
  /** Removes the mails that were kept in files and name somebody; none are kept where mail is sent. */
  forgetMails(subject: Subject): Promise<void>;
}

/**
 * Erases everything personal about somebody (docs/rules.md, "Personal data"): what is left says that there was a person,
 * and the books. The other administrators are told. Throws `not_found`, `validation` without a reason, with one that names
 * the person, and for another address than theirs, and `conflict` with what stands in the way.
 */
export async function erasePerson(
  tx: Tx,
  { personalTables, outbox, mails, retention, whenShutOut, forgetMails }: ErasureServices,
  actor: Actor & { userId: string },
  userId: string,
  email: string,
): Promise<Erasure> {
  const { db } = tx;
  if (!actor.reason?.trim()) throw refuse.invalid(refusals.reasonRequired, 'reason');
  // One after the other, so that of two administrators who erase each other one is left.
  await lockAdministrators(db);
  await requireAdministrator(db, actor.userId);
  // Whatever refers to the person or the account, such as a new deposit or image, waits for these, and is then refused.
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  await db.select({ id: accounts.userId }).from(accounts).where(eq(accounts.userId, userId)).for('update');
  await requireSession(db, actor);
  const found = await find(db, userId);
  if (!found) throw refuse.notFound();
  const [obstacle] = obstaclesOf(found, actor.userId, retention);
  if (obstacle !== undefined) throw new Refusal('conflict', obstacle);
  const { subject } = found;
  if (email !== subject.email) throw refuse.invalid(refusals.erasureOther, 'email');
  if (namesPerson(actor.reason, subject)) throw refuse.invalid(refusals.erasureNames, 'reason');
  for (const task of whenShutOut) await task(tx, actor, userId);
  for (const { table, rows, naming, before, erasure } of personalTables) {
    await before?.(db, subject);
    await takeRows(db, subject, { table, where: rows(subject), erasure });
    if (naming) {
      const where = naming.rows(subject);
      await takeRows(db, subject, { table, where, erasure: naming.erasure ?? erasure });
    }
  }
  // Before the commit: after it nobody would know any more whom to look for. What a sender writes into a file after this was
  // deleted above, and its file goes with the next pruning (server/mail/dev-mailbox.ts).
  await forgetMails(subject);
  // Of a kind of its own: it is about nobody any more, and is read for good.
  recordAudit(tx, actor, { action: 'person.erased', subjectType: 'erasure', subjectId: userId });
  const at = new Date();
  for (const to of await addressesOfAdministrators(db, actor.userId)) {
    outbox.enqueue(tx, mails.personErased(to, userId, at));
  }
  return {
    _id: userId,
    allowedFrom: null,
    obstacles: [refusals.personErased],
    erasedAt: at.toISOString(),
  };
}

interface Rows extends Pick<PersonalTable, 'table' | 'erasure'> {
  where: SQL | undefined;
}

async function takeRows(db: Queries, subject: Subject, { table, where, erasure }: Rows): Promise<void> {
  // It would be every row.
  if (!where) throw new Error('Which rows are about a person is not said');
  if ('delete' in erasure) await db.delete(table).where(where);
  else if ('replace' in erasure) await db.update(table).set(erasure.replace(subject)).where(where);
}

/** Whoever erases may have been erased, or shut out, a moment ago. */
async function requireAdministrator(db: Queries, userId: string): Promise<void> {
  const [found] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.type, 'admin'), eq(users.standing, 'enabled')));
  if (found?.count !== 1) throw refuse.forbidden();
}
