import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReviewFlag } from '../../contract/enums';
import { limits } from '../../contract/limits';
import type { Review } from '../../contract/review';
import type { Transaction } from '../../contract/transaction';
import type { Queries } from '../db/client';
import { accounts, transactions } from '../db/schema/money';
import { users } from '../db/schema/people';

type Flag = NonNullable<Review['flags']>[number];

const milliseconds = (count: number) => sql`${count}::bigint * interval '1 millisecond'`;

const own = alias(transactions, 'own');
/** A column of the row. In words: in a query on one table drizzle leaves out of which table a column is, and here it is of another. */
const of = (column: 'id' | 'wallet' | 'amount' | 'created_at') => sql.raw(`transactions.${column}`);
/** Withdrawals of the person to the address of the row but itself. */
const toTheSame = sql`${own.trxType} = 'WITHDRAWAL' and lower(${own.wallet}) = lower(${of('wallet')})
  and ${own.id} <> ${of('id')}`;
/** Not longer before the row than withdrawals are counted. */
const afterItsBegin = sql`${own.createdAt} > ${of('created_at')} - ${milliseconds(limits.withdrawalWindow)}`;
/** Nor longer after it. */
const inTheWindow = sql`${afterItsBegin}
  and ${own.createdAt} < ${of('created_at')} + ${milliseconds(limits.withdrawalWindow)}`;

/**
 * What the person's own withdrawals say. All transactions of the person are gone through once, and none of anybody else, whatever
 * statistics know of types and states.
 */
const ownWithdrawals = (db: Queries) =>
  db
    .select({
      // What is confirmed was changed last when it was.
      paidBefore: sql<boolean>`count(*) filter (where ${toTheSame} and ${own.status} = 'CONFIRMED'
        and ${own.updatedAt} <= ${of('created_at')}) > 0`.as('paid_before'),
      repeated: sql<string | null>`(array_agg(${own.id} order by ${own.createdAt} desc)
        filter (where ${toTheSame} and ${inTheWindow} and ${own.amount} = ${of('amount')}))[1]`.as(
        'repeated',
      ),
      // This one is among them.
      count: sql`count(*) filter (where ${own.trxType} = 'WITHDRAWAL'
        and ${own.createdAt} <= ${of('created_at')} and ${afterItsBegin})`
        .mapWith(Number)
        .as('count'),
    })
    .from(own)
    .where(eq(own.userId, transactions.userId))
    .as('own_withdrawals');

/**
 * What to look at before a withdrawal is confirmed (docs/rules.md, "Flags of a review"): as it was when it was asked for,
 * so that a flag stays; but for `most_of_balance` and `frozen`, which go by the account as it is now. None for a deposit. `hold` in milliseconds.
 */
export async function readFlags(db: Queries, transaction: Transaction, hold: number): Promise<Flag[]> {
  if (transaction.trxType !== 'WITHDRAWAL') return [];
  const mine = ownWithdrawals(db);
  const [found] = await db
    .select({
      paidBefore: mine.paidBefore,
      repeated: mine.repeated,
      count: mine.count,
      // Those of the address are found first (`offset 0`), as in claims.ts.
      ofAnother: sql<string | null>`(select other.id from (
          select named.id, named.user_id, named.trx_type, named.created_at from transactions named
            where lower(named.wallet) = lower(${transactions.wallet}) offset 0
        ) other where other.trx_type = 'WITHDRAWAL' and other.user_id <> ${transactions.userId}
        order by other.created_at desc limit 1)`,
      keptByAnother: sql<boolean>`exists (select 1 from withdrawal_addresses kept
        where lower(kept.address) = lower(${transactions.wallet}) and kept.user_id <> ${transactions.userId})`,
      credentialsChanged: sql<boolean>`coalesce(${users.credentialsChangedAt}
        > ${transactions.createdAt} - ${milliseconds(limits.reviewCredentials)}, false)`,
      // Once it is decided, the balance says nothing of it any more.
      mostOfBalance: sql<boolean>`${transactions.status} = 'PENDING'
        and ${transactions.amount} >= ${limits.reviewShare}::float8 * (${accounts.balance} + ${transactions.amount})`,
      frozen: sql<boolean>`${transactions.status} <> 'CONFIRMED' and ${accounts.frozenAt} is not null`,
      young: sql<boolean>`${users.createdAt} > ${transactions.createdAt} - ${milliseconds(hold)}`,
    })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.userId, transactions.userId))
    .innerJoin(users, eq(users.id, transactions.userId))
    .crossJoinLateral(mine)
    .where(eq(transactions.id, transaction._id));
  if (!found) return [];
  const { ofAnother, repeated } = found;
  const all: [ReviewFlag, raised: boolean, trxId: string | null][] = [
    ['new_address', !found.paidBefore, null],
    ['address_of_another', ofAnother !== null || found.keptByAnother, ofAnother],
    ['credentials_changed', found.credentialsChanged, null],
    ['repeated', repeated !== null, repeated],
    ['many_withdrawals', found.count >= limits.reviewWithdrawals, null],
    ['most_of_balance', found.mostOfBalance, null],
    ['young_account', found.young, null],
    ['frozen', found.frozen, null],
  ];
  return all.flatMap(([flag, raised, trxId]) => (raised ? [{ flag, trxId }] : []));
}
