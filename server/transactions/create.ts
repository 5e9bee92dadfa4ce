import { eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { limits } from '../../contract/limits';
import type { Person } from '../../contract/person';
import { proofIdOf, proofReference } from '../../contract/proof';
import { refusals } from '../../contract/refusals';
import type {
  DepositRequest,
  Transaction,
  TransactionCreate,
  WithdrawalRequest,
} from '../../contract/transaction';
import { type Queries, statement, type Tx } from '../db/client';
import { type PersonKey, readPersonKey } from '../db/person-key';
import { transactions, users } from '../db/schema';
import { Refusal, refuse } from '../errors/refusal';
import { holdOf, stateOf } from '../holds/hold';
import { effectOf } from '../ledger/effects';
import { lockAccount, ownerOf, postEntry } from '../ledger/posting';
import { toCents, toDollars } from '../money';
import { claimProof } from '../proofs/proofs';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import type { TransactionRules } from './services';
import { type TransactionRow, toTransaction } from './transactions';

const insertWithdrawal = statement((db) =>
  db
    .insert(transactions)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      trxType: 'WITHDRAWAL',
      amount: sql.placeholder('amount'),
      crypto: sql.placeholder('crypto'),
      wallet: sql.placeholder('wallet'),
      status: 'PENDING',
      notBefore: sql`${sql.placeholder('notBefore')}::timestamptz`,
      holdCause: sql.placeholder('holdCause'),
    })
    .returning()
    .prepare('insert_withdrawal'),
);

const sentTo = sql`lower(${sql.placeholder('wallet')}::text)`;
// In words and not by drizzle's columns, whose table it leaves out where a query has no other one.
const withdrawn = (what: string) =>
  sql`(select ${sql.raw(what)} from transactions made where made.user_id = users.id
    and made.trx_type = 'WITHDRAWAL' and made.status <> 'DECLINED'
    and made.created_at > clock_timestamp() - ${sql.raw(String(limits.withdrawalWindow))} * interval '1 millisecond')`;

/** What decides whether a withdrawal waits, and whether a limit of the person leaves room for it. */
const findCircumstances = statement((db) =>
  db
    .select({
      now: sql`clock_timestamp()`.mapWith(users.createdAt),
      credentialsChangedAt: users.credentialsChangedAt,
      /** Since when the address is in the address book. */
      keptSince: sql<Date | null>`(select min(kept.created_at) from withdrawal_addresses kept
        where kept.user_id = users.id and lower(kept.address) = ${sentTo})`.mapWith(
        users.credentialsChangedAt,
      ),
      paidBefore: sql<boolean>`exists (select 1 from transactions paid where paid.user_id = users.id
        and paid.trx_type = 'WITHDRAWAL' and paid.status = 'CONFIRMED' and lower(paid.wallet) = ${sentTo})`,
      /** Cents, and how many, within the window. */
      sum: withdrawn('coalesce(sum(made.amount), 0)').mapWith(Number),
      count: withdrawn('count(*)').mapWith(Number),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('withdrawal_circumstances'),
);

/** Locks the deposits of a person until the transaction ends: one is counted at a time, and the next one sees it. */
const lockDeposits = statement((db) =>
  db
    .select({
      locked: sql<unknown>`pg_advisory_xact_lock(hashtextextended('deposit|' || ${sql.placeholder('userId')}::text, 0))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('lock_deposits'),
);

/**
 * Stores a deposit unless so many of the person wait already. A statement of its own, that sees what the holder of the
 * lock before did.
 */
const insertDeposit = statement((db) =>
  db
    .insert(transactions)
    .select(
      sql`select ${sql.placeholder('id')}::uuid, ${sql.placeholder('userId')}::uuid, 'DEPOSIT',
          ${sql.placeholder('amount')}::bigint, ${sql.placeholder('plan')}::text, ${sql.placeholder('crypto')}::text,
          ${sql.placeholder('transactionId')}::text, ${sql.placeholder('imageUrl')}::text, null::text, 'PENDING', 1,
          now(), now(), null::timestamptz, null::text, pg_current_xact_id()
        where (
          select count(*) from (
            select 1 from transactions waiting
            where waiting.user_id = ${sql.placeholder('userId')}::uuid and waiting.trx_type = 'DEPOSIT'
              and waiting.status = 'PENDING'
            limit ${sql.placeholder('most')}::bigint
          ) as waiting
        ) < ${sql.placeholder('most')}::bigint`,
    )
    .returning()
    .prepare('insert_deposit'),
);

/**
 * Reports a deposit or asks for a withdrawal; either starts PENDING. A withdrawal reserves its amount at once.
 * Refuses a withdrawal when the account is frozen or the balance is not above 100 dollars, or less than the amount, or a
 * limit of the person is passed (docs/rules.md, "Withdrawals"), a deposit when `pendingDeposits` of the owner wait
 * already, and a proof image that is not the owner's to use.
 */
export async function createTransaction(
  tx: Tx,
  owner: Person,
  actor: Actor & { userId: string },
  request: TransactionCreate,
  rules: Partial<TransactionRules> = {},
): Promise<Transaction> {
  const { row, person } =
    request.trxType === 'DEPOSIT'
      ? await deposit(tx.db, owner._id, request, rules.pendingDeposits ?? limits.pendingDeposits)
      : await withdraw(tx, owner._id, actor, request, rules);
  const created = toTransaction(row, owner);
  recordAudit(tx, actor, {
    action: 'transaction.created',
    subjectType: 'transaction',
    subjectId: row.id,
    person,
    after: created,
    state: stateOf(row),
  });
  return created;
}

/** A transaction that was stored, and whose it is. */
interface Created {
  row: TransactionRow;
  person: PersonKey;
}

async function deposit(db: Queries, userId: string, request: DepositRequest, most: number): Promise<Created> {
  const proofId = request.imageUrl === undefined ? undefined : proofIdOf(request.imageUrl);
  const [, [row], person] = await Promise.all([
    lockDeposits(db).execute({ userId }),
    insertDeposit(db).execute({
      id: uuid(),
      userId,
      amount: toCents(request.amount),
      plan: request.plan,
      crypto: request.crypto,
      transactionId: request.transactionId,
      imageUrl: proofId === undefined ? webAddress(request.imageUrl) : proofReference(proofId),
      most,
    }),
    readPersonKey(db, userId),
  ]);
  if (!row) throw new Refusal('quota_reached', refusals.pendingDeposits(most));
  if (proofId !== undefined) await claimProof(db, userId, proofId, row.id);
  return { row, person };
}

/** The https address of an image elsewhere; anything else, a placeholder included, counts as none. */
function webAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : null;
}

const inDollars = (cents: number) =>
  toDollars(cents).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** Refuses `amount` (cents) when a limit of the person leaves no room; declined and cancelled ones do not count. */
function requireWithinLimits(
  amount: number,
  { sum, count }: { sum: number; count: number },
  { withdrawalDailyLimit, withdrawalsPerDay }: Partial<TransactionRules>,
): void {
  if (withdrawalsPerDay !== undefined && count >= withdrawalsPerDay) {
    throw new Refusal('withdrawal_limit', refusals.withdrawalsPerDay(withdrawalsPerDay));
  }
  if (withdrawalDailyLimit === undefined) return;
  const limit = toCents(withdrawalDailyLimit);
  if (sum + amount <= limit) return;
  const message = refusals.withdrawalLimit(inDollars(limit), inDollars(Math.max(0, limit - sum)));
  throw new Refusal('withdrawal_limit', message, { field: 'amount' });
}

async function withdraw(
  tx: Tx,
  userId: string,
  actor: Actor & { userId: string },
  request: WithdrawalRequest,
  rules: Partial<TransactionRules>,
): Promise<Created> {
  const { crypto, wallet } = request;
  // Sent together, done in this order: the second sees what had been committed when the lock was there.
  const [account, [circumstances]] = await Promise.all([
    lockAccount(tx.db, userId),
    findCircumstances(tx.db).execute({ userId, wallet }),
  ]);
  if (!account || !circumstances) throw refuse.notFound();
  if (account.frozenAt !== null) throw new Refusal('account_frozen', refusals.accountFrozen);
  const amount = toCents(request.amount);
  if (account.balance <= toCents(limits.withdrawalBalance)) {
    throw new Refusal('balance_too_low', refusals.balanceTooLow);
  }
  if (amount > account.balance) {
    throw new Refusal('insufficient_balance', refusals.insufficientBalance, { field: 'amount' });
  }
  requireWithinLimits(amount, circumstances, rules);
  const { now, credentialsChangedAt, keptSince, paidBefore } = circumstances;
  const addressSince = paidBefore ? 'paid' : keptSince;
  const hold = holdOf({ now, addressSince, credentialsChangedAt }, rules.withdrawalHold ?? 0);
  const [row] = await insertWithdrawal(tx.db).execute({
    id: uuid(),
    userId,
    amount,
    crypto,
    wallet,
    notBefore: hold?.notBefore ?? null,
    holdCause: hold?.holdCause ?? null,
  });
  if (!row) throw new Error('The withdrawal was not stored');
  const subject = { kind: 'transaction', transactionId: row.id, status: 'PENDING' } as const;
  postEntry(tx, account, actor, subject, { reversal: [], effect: effectOf(row, 'PENDING') });
  return { row, person: ownerOf(account) };
}
