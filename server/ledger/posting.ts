import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { accountFields } from '../../contract/account';
import type { TrxStatus } from '../../contract/enums';
import { recordOf } from '../../contract/record-of';
import { type Queries, statement, type Tx } from '../db/client';
import { ownersSalt, type PersonKey, requireSalt } from '../db/person-key';
import { ledgerEntries, ledgerPostings } from '../db/schema/ledger';
import { accounts, transactions } from '../db/schema/money';
import { sealReason } from '../db/sealed-events';
import { writing } from '../db/writes';
import type { Actor } from '../request';
import { figureChanges, type Posting } from './effects';

/** An account's row: its figures in cents, and its version. */
export type AccountRow = typeof accounts.$inferSelect;

/** The same with what the key of its owner is made of. */
export interface KeyedAccount extends AccountRow {
  salt: Buffer | null;
}

/** The owner of an account, by whose key is sealed what tells about them. */
export const ownerOf = ({ userId, salt }: Pick<KeyedAccount, 'userId' | 'salt'>): PersonKey => ({
  id: userId,
  salt,
});

const withSalt = { ...getTableColumns(accounts), salt: ownersSalt };

/** What an entry is about. */
export type EntrySubject =
  | { kind: 'transaction'; transactionId: string; status: TrxStatus }
  | { kind: 'adjustment' };

const lockByUser = statement((db) =>
  db
    .select(withSalt)
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
export async function lockAccount(db: Queries, userId: string): Promise<KeyedAccount | undefined> {
  const [row] = await lockByUser(db).execute({ userId });
  return row;
}

const lockByTransaction = statement((db) =>
  db
    .select(withSalt)
    .from(accounts)
    .where(
      eq(
        accounts.userId,
        sql`(select ${transactions.userId} from ${transactions} where ${transactions.id} = ${sql.placeholder('trxId')}
          and ${transactions.userId} = coalesce(${sql.placeholder('ownerId')}::uuid, ${transactions.userId}))`,
      ),
    )
    .for('no key update')
    .prepare('lock_account_of_transaction'),
);

/** The same of the account that a transaction is on; none when it is not the named owner's. */
export async function lockAccountOf(
  db: Queries,
  trxId: string,
  ownerId: string | undefined,
): Promise<KeyedAccount | undefined> {
  const [row] = await lockByTransaction(db).execute({ trxId, ownerId: ownerId ?? null });
  return row;
}

/** What transactions have in effect, by the id of the transaction, the book and the account. */
const live = (db: Queries, which: SQL) =>
  db
    .select({
      transactionId: ledgerEntries.transactionId,
      book: ledgerPostings.book,
      account: ledgerPostings.account,
      amount: sql<number>`sum(${ledgerPostings.amount})`.mapWith(Number),
    })
    .from(ledgerPostings)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, ledgerPostings.entryId))
    .where(sql`${ledgerEntries.transactionId} = ${which}`)
    .groupBy(ledgerEntries.transactionId, ledgerPostings.book, ledgerPostings.account)
    .having(sql`sum(${ledgerPostings.amount}) <> 0`);

const liveOfMany = statement((db) =>
  live(db, sql`any(${sql.placeholder('transactionIds')}::uuid[])`).prepare('live_postings'),
);

/**
 * Of one, by a statement of its own: how long an array will be is not known beforehand, so PostgreSQL would plan the one
 * above anew each time (0.4 ms of a decision's 3.4).
 */
const liveOfOne = statement((db) =>
  live(db, sql`${sql.placeholder('transactionId')}::uuid`).prepare('live_postings_of_one'),
);

/**
 * The postings that reverse everything transactions have in effect, read from the stored ones; those of one that has
 * nothing in effect are none.
 */
export async function reversalsOf(
  db: Queries,
  transactionIds: readonly string[],
): Promise<(transactionId: string) => Posting[]> {
  const [only, ...others] = transactionIds;
  const postings =
    only && others.length === 0
      ? await liveOfOne(db).execute({ transactionId: only })
      : await liveOfMany(db).execute({ transactionIds });
  const reversals = new Map<string | null, Posting[]>();
  for (const { transactionId, book, account, amount } of postings) {
    const before = reversals.get(transactionId) ?? [];
    // What was stored was a Posting; the columns only know text.
    reversals.set(transactionId, [...before, { book, account, amount: -amount } as Posting]);
  }
  return (transactionId) => reversals.get(transactionId) ?? [];
}

/** The same of one transaction. */
export async function reversalOf(db: Queries, transactionId: string): Promise<Posting[]> {
  return (await reversalsOf(db, [transactionId]))(transactionId);
}

/** An entry and all its postings, and the figures with them: the database checks at the end of the statement that they balance. */
const post = writing('entry', (db) => ({
  entry: db
    .insert(ledgerEntries)
    .values({
      userId: sql.placeholder('userId'),
      kind: sql.placeholder('kind'),
      transactionId: sql.placeholder('transactionId'),
      status: sql.placeholder('status'),
      actorId: sql.placeholder('actorId'),
      sealedReason: sql.placeholder('sealedReason'),
      // The account is locked by now: `now()` is when the transaction began, maybe before another one that came first.
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: ledgerEntries.id }),
  account: db
    .update(accounts)
    .set({
      ...recordOf(
        accountFields.options,
        (field) => sql`${accounts[field]} + ${sql.placeholder(field)}::bigint`,
      ),
      version: sql`${accounts.version} + 1`,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(eq(accounts.userId, sql.placeholder('userId'))),
  postings: db.insert(ledgerPostings).select(
    sql`select entry.id, line, book, account, amount, reversal
      from entry, unnest(
        ${sql.placeholder('lines')}::int[], ${sql.placeholder('books')}::text[],
        ${sql.placeholder('accounts')}::text[], ${sql.placeholder('amounts')}::bigint[],
        ${sql.placeholder('reversals')}::bool[]
      ) as lines (line, book, account, amount, reversal)`,
  ),
}));

/**
 * Posts one entry, its reversal first, then its effect, and moves the cached figures with it. The account must be
 * locked, so that it is there. No postings change nothing. Throws `conflict` when its owner is erased.
 */
export function postEntry(
  tx: Pick<Tx, 'write' | 'seal'>,
  account: Pick<KeyedAccount, 'userId' | 'salt'>,
  actor: Actor & { userId: string },
  subject: EntrySubject,
  { reversal, effect }: { reversal: readonly Posting[]; effect: readonly Posting[] },
): void {
  const postings = [...reversal, ...effect];
  if (postings.length === 0) return;
  const { userId } = account;
  const salt = requireSalt(ownerOf(account));
  const changes = figureChanges(postings);
  tx.write(
    post({
      userId,
      kind: subject.kind,
      transactionId: subject.kind === 'transaction' ? subject.transactionId : null,
      status: subject.kind === 'transaction' ? subject.status : null,
      actorId: actor.userId,
      sealedReason:
        actor.reason === undefined ? null : sealReason(tx.seal, { id: userId, salt }, actor.reason),
      lines: postings.map((_, index) => index + 1),
      books: postings.map(({ book }) => book),
      accounts: postings.map((posting) => posting.account),
      amounts: postings.map(({ amount }) => amount),
      reversals: postings.map((_, index) => index < reversal.length),
      ...recordOf(accountFields.options, (field) => changes.get(field) ?? 0),
    }),
  );
}
