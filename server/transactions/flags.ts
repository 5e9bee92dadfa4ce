import { eq, sql } from 'drizzle-orm';
import type { ReviewFlag } from '../../contract/enums';
import { limits } from '../../contract/limits';
import type { Review } from '../../contract/review';
import type { Transaction } from '../../contract/transaction';
import type { Queries } from '../db/client';
import { accounts, transactions, users } from '../db/schema';

type Flag = NonNullable<Review['flags']>[number];

const milliseconds = (count: number) => sql`${count}::bigint * interval '1 millisecond'`;

/** A condition on `other`: a withdrawal to the address of the row, one of its person's own or of another's. */
const toTheSame = sql`other.trx_type = 'WITHDRAWAL' and lower(other.wallet) = lower(${transactions.wallet})
  and other.id <> ${transactions.id}`;
/** Not longer before the row, nor longer after it, than withdrawals are counted. */
const inTheWindow = sql`other.created_at > ${transactions.createdAt} - ${milliseconds(limits.withdrawalWindow)}
  and other.created_at < ${transactions.createdAt} + ${milliseconds(limits.withdrawalWindow)}`;

/**
 * What to look at before a withdrawal is confirmed (docs/rules.md, "Flags of a review"): as it was when it was asked for,
 * so that a flag stays; but for `frozen`, which is as it is now. None for a deposit. `hold` in milliseconds.
 */
export async function readFlags(db: Queries, transaction: Transaction, hold: number): Promise<Flag[]> {
  if (transaction.trxType !== 'WITHDRAWAL') return [];
  const [found] = await db
    .select({
      paidBefore: sql<boolean>`exists (select 1 from transactions other where ${toTheSame}
        and other.user_id = ${transactions.userId} and other.status = 'CONFIRMED')`,
      ofAnother: sql<string | null>`(select other.id from transactions other where ${toTheSame}
        and other.user_id <> ${transactions.userId} order by other.created_at desc limit 1)`,
      keptByAnother: sql<boolean>`exists (select 1 from withdrawal_addresses kept
        where lower(kept.address) = lower(${transactions.wallet}) and kept.user_id <> ${transactions.userId})`,
      credentialsChanged: sql<boolean>`coalesce(${users.credentialsChangedAt}
        > ${transactions.createdAt} - ${milliseconds(limits.reviewCredentials)}, false)`,
      repeated: sql<
        string | null
      >`(select other.id from transactions other where ${toTheSame} and ${inTheWindow}
        and other.user_id = ${transactions.userId} and other.amount = ${transactions.amount}
        order by other.created_at desc limit 1)`,
      // This one is among them.
      count: sql`(select count(*) from transactions other where other.user_id = ${transactions.userId}
        and other.trx_type = 'WITHDRAWAL' and other.created_at <= ${transactions.createdAt}
        and other.created_at > ${transactions.createdAt} - ${milliseconds(limits.withdrawalWindow)})`.mapWith(
        Number,
      ),
      // Once it is decided, the balance says nothing of it any more.
      mostOfBalance: sql<boolean>`${transactions.status} = 'PENDING'
        and ${transactions.amount} >= ${limits.reviewShare}::float8 * (${accounts.balance} + ${transactions.amount})`,
      frozen: sql<boolean>`${transactions.status} <> 'CONFIRMED' and ${accounts.frozenAt} is not null`,
      young: sql<boolean>`${users.createdAt} > ${transactions.createdAt} - ${milliseconds(hold)}`,
    })
    .from(transactions)
    .innerJoin(accounts, eq(accounts.userId, transactions.userId))
    .innerJoin(users, eq(users.id, transactions.userId))
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
