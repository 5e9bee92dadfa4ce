import { eq, getTableColumns, sql } from 'drizzle-orm';
import { type Queries, statement, type Tx } from '../db/client';
import { person } from '../db/person';
import { ownersSalt } from '../db/person-key';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';
import type { KeyedAccount } from '../ledger/posting';
import type { Actor } from '../request';
import { reported } from './as-reported';
import { confirmedDuplicate } from './claims';
import { credentialsChangedAt, type FoundForStatus, readAt, shownRow } from './transactions';

// Optimistic concurrency (docs/decisions/0041-decisions-read-without-locks.md): what a decision is about is read without
// a lock, and locked with what is written, if it is still as it was read.

/** A transaction with its account, neither of them locked. */
interface FoundWithAccount extends FoundForStatus {
  account: KeyedAccount;
}

const findWithAccount = statement((db) =>
  db
    .select({
      row: shownRow,
      user: person,
      readAt,
      credentialsChangedAt,
      confirmedDuplicate: sql<
        string | null
      >`case when ${sql.placeholder('confirms')}::boolean then ${confirmedDuplicate} end`,
      reported,
      account: { ...getTableColumns(accounts), salt: ownersSalt },
    })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .innerJoin(accounts, eq(accounts.userId, transactions.userId))
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('find_with_account'),
);

/**
 * Reads a transaction and its account without a lock. When it `confirms`, `claimLock` must have been taken by another
 * statement before, as for `lockClaim`.
 */
export async function readWithAccount(
  db: Queries,
  id: string,
  confirms: boolean,
): Promise<FoundWithAccount | undefined> {
  const [found] = await findWithAccount(db).execute({ id, confirms });
  return found;
}

const lock = statement((db) =>
  db
    .select({
      locked: sql`lock_as_read(
        ${sql.placeholder('owner')}::uuid, ${sql.placeholder('id')}::uuid, ${sql.placeholder('version')}::int,
        ${sql.placeholder('frozen')}::boolean, ${sql.placeholder('credentialsChangedAt')}::timestamptz,
        ${sql.placeholder('sessionId')}::uuid)`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('lock_as_read'),
);

/**
 * Locks what {@link readWithAccount} has read, the account first, and waits for no answer: what is sent after it is done
 * under the locks. When something a decision depends on has changed since, or the session in which it is made has ended, the
 * transaction is run again from its begin.
 */
export function lockAsRead(
  tx: Pick<Tx, 'db' | 'send'>,
  { row, account, credentialsChangedAt }: FoundWithAccount,
  { sessionId }: Pick<Actor, 'sessionId'>,
): void {
  tx.send(
    lock(tx.db).execute({
      owner: row.userId,
      id: row.id,
      version: row.version,
      frozen: account.frozenAt !== null,
      credentialsChangedAt: credentialsChangedAt?.toISOString() ?? null,
      sessionId: sessionId ?? null,
    }),
  );
}

const requirePerson = statement((db) =>
  db
    .select({ id: sql`require_person(${sql.placeholder('owner')}::uuid)` })
    .from(sql`(values (1)) as one`)
    .prepare('require_owner'),
);

/**
 * Keeps the owner of what {@link readWithAccount} has read from being erased, and waits for nobody else: an answer that is kept
 * for a repeated request names them. When they were erased since, the transaction is run again from its begin.
 */
export function requireOwner(tx: Pick<Tx, 'db' | 'send'>, { row }: FoundWithAccount): void {
  tx.send(requirePerson(tx.db).execute({ owner: row.userId }));
}
