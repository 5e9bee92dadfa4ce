import { eq, sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { recordOf } from '../../contract/record-of';
import { type Queries, statement } from '../db/client';
import { accounts, ledgerEntries, ledgerPostings } from '../db/schema';
import type { Actor } from '../request';
import { figureChanges, type Posting } from './effects';

/** An account's row: its figures in cents, and its version. */
export type AccountRow = typeof accounts.$inferSelect;

/** What an entry is about. */
export type EntrySubject =
  | { kind: 'transaction'; transactionId: string; status: TrxStatus }
  | { kind: 'adjustment' };

const lockByUser = statement((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, sql.placeholder('userId')))
    // What refers to the account, such as a new deposit, does not wait for it.
    .for('no key update')
    .prepare('lock_account'),
);

const findByUser = statement((db) =>
  db
    .select()
    .from(accounts)
    .where(eq(accounts.userId, sql.placeholder('userId')))
    .prepare('find_account'),
);

/** An investor's account as it is, not locked: to be shown, not to be changed by. */
export async function findAccount(db: Queries, userId: string): Promise<AccountRow | undefined> {
  const [row] = await findByUser(db).execute({ userId });
  return row;
}

/** Locks an investor's account until the transaction ends. Always lock it before its transactions. */
export async function lockAccount(db: Queries, userId: string): Promise<AccountRow | undefined> {
  const [row] = await lockByUser(db).execute({ userId });
  return row;
}

const selectLive = statement((db) =>
  db
    .select({
      transactionId: ledgerEntries.transactionId,
      book: ledgerPostings.book,
      account: ledgerPostings.account,
      amount: sql<number>`sum(${ledgerPostings.amount})`.mapWith(Number),
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(sql`${ledgerEntries.transactionId} = any(${sql.placeholder('transactionIds')}::uuid[])`)
    .groupBy(ledgerEntries.transactionId, ledgerPostings.book, ledgerPostings.account)
    .having(sql`sum(${ledgerPostings.amount}) <> 0`)
    .prepare('live_postings'),
);

/**
 * The postings that reverse everything transactions have in effect, read from the stored ones; those of one that has
 * nothing in effect are none.
 */
export async function reversalsOf(
  db: Queries,
  transactionIds: readonly string[],
): Promise<(transactionId: string) => Posting[]> {
  const live = await selectLive(db).execute({ transactionIds });
  const reversals = new Map<string | null, Posting[]>();
  for (const { transactionId, book, account, amount } of live) {
    const others = reversals.get(transactionId) ?? [];
    // What was stored was a Posting; the columns only know text.
    reversals.set(transactionId, [...others, { book, account, amount: -amount } as Posting]);
  }
  return (transactionId) => reversals.get(transactionId) ?? [];
}

/** The same of one transaction. */
export async function reversalOf(db: Queries, transactionId: string): Promise<Posting[]> {
  return (await reversalsOf(db, [transactionId]))(transactionId);
}

const insertEntry = statement((db) =>
  db
    .insert(ledgerEntries)
    .values({
      userId: sql.placeholder('userId'),
      kind: sql.placeholder('kind'),
      transactionId: sql.placeholder('transactionId'),
      status: sql.placeholder('status'),
      actorId: sql.placeholder('actorId'),
      reason: sql.placeholder('reason'),
      // The account is locked by now: `now()` is when the transaction began, maybe before another one that came first.
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: ledgerEntries.id })
    .prepare('insert_ledger_entry'),
);

/** All postings in one statement: the database checks there that they balance. */
const insertPostings = statement((db) =>
  db
    .insert(ledgerPostings)
    .select(
      sql`select ${sql.placeholder('entryId')}::bigint, line, book, account, amount, reversal
        from unnest(
          ${sql.placeholder('lines')}::int[], ${sql.placeholder('books')}::text[],
          ${sql.placeholder('accounts')}::text[], ${sql.placeholder('amounts')}::bigint[],
          ${sql.placeholder('reversals')}::bool[]
        ) as lines (line, book, account, amount, reversal)`,
    )
    .prepare('insert_ledger_postings'),
);

const addToAccount = statement((db) =>
  db
    .update(accounts)
    .set({
      ...recordOf(
        accountFields.options,
        (field) => sql`${accounts[field]} + ${sql.placeholder(field)}::bigint`,
      ),
      version: sql`${accounts.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(accounts.userId, sql.placeholder('userId')))
    .returning()
    .prepare('add_to_account'),
);

/**
 * Posts one entry, its reversal first, then its effect, and moves the cached figures with it.
 * The account must be locked. Answers the account as it is then; no postings change nothing.
 */
export async function postEntry(
  db: Queries,
  account: AccountRow,
  actor: Actor & { userId: string },
  subject: EntrySubject,
  { reversal, effect }: { reversal: readonly Posting[]; effect: readonly Posting[] },
): Promise<AccountRow> {
  const postings = [...reversal, ...effect];
  if (postings.length === 0) return account;
  const { userId } = account;
  const [entry] = await insertEntry(db).execute({
    userId,
    kind: subject.kind,
    transactionId: subject.kind === 'transaction' ? subject.transactionId : null,
    status: subject.kind === 'transaction' ? subject.status : null,
    actorId: actor.userId,
    reason: actor.reason ?? null,
  });
  if (!entry) throw new Error('The ledger entry was not stored');
  await insertPostings(db).execute({
    entryId: entry.id,
    lines: postings.map((_, index) => index + 1),
    books: postings.map(({ book }) => book),
    accounts: postings.map((posting) => posting.account),
    amounts: postings.map(({ amount }) => amount),
    reversals: postings.map((_, index) => index < reversal.length),
  });
  const changes = figureChanges(postings);
  const added = recordOf(accountFields.options, (field) => changes.get(field) ?? 0);
  const [updated] = await addToAccount(db).execute({ userId, ...added });
  if (!updated) throw new Error('The account of the entry is gone');
  return updated;
}
