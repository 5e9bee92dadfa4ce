import { eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
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
import type { PersonKey } from '../db/person-key';
import { transactions, waitsAs } from '../db/schema/money';
import { users } from '../db/schema/people';
import { writing } from '../db/writes';
import { Refusal, refuse } from '../errors/refusal';
import { holdOf, stateOf } from '../holds/hold';
import { effectOf } from '../ledger/effects';
import { lockAccount, ownerOf, postEntry } from '../ledger/posting';
import { shownDollars, toCents, toDollars } from '../money';
import { claimProof } from '../proofs/proofs';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import type { TransactionRules } from './services';
import { type TransactionRow, toTransaction } from './transactions';

const insertTransaction = writing('transaction', (db) =>
  db.insert(transactions).values({
    id: sql.placeholder('id'),
    userId: sql.placeholder('userId'),
    trxType: sql.placeholder('trxType'),
    amount: sql.placeholder('amount'),
    plan: sql.placeholder('plan'),
    crypto: sql.placeholder('crypto'),
    transactionId: sql.placeholder('transactionId'),
    imageUrl: sql.placeholder('imageUrl'),
    wallet: sql.placeholder('wallet'),
    status: 'PENDING',
    version: 1,
    notBefore: sql`${sql.placeholder('notBefore')}::timestamptz`,
    holdCause: sql.placeholder('holdCause'),
  }),
);

/**
 * What decides whether a withdrawal waits, and whether a limit of the person leaves room for it. All transactions of the
 * person are gone through once: asked for by their type or status as well, PostgreSQL would go through those of everybody
 * while its statistics know of few of that kind.
 */
const findCircumstances = statement((db) => {
  const made = alias(transactions, 'made');
  const sentTo = sql`lower(${sql.placeholder('wallet')}::text)`;
  const ofWithdrawals = (condition: SQL) =>
    sql`filter (where ${made.trxType} = 'WITHDRAWAL' and ${condition})`;
  const withinWindow = ofWithdrawals(sql`${made.status} <> 'DECLINED'
    and ${made.createdAt} > clock_timestamp() - ${sql.raw(String(limits.withdrawalWindow))} * interval '1 millisecond'`);
  const paid = ofWithdrawals(sql`${made.status} = 'CONFIRMED' and lower(${made.wallet}) = ${sentTo}`);
  const withdrawals = db
    .select({
      paidBefore: sql<boolean>`count(*) ${paid} > 0`.as('paid_before'),
      sum: sql`coalesce(sum(${made.amount}) ${withinWindow}, 0)`.mapWith(Number).as('sum'),
      count: sql`count(*) ${withinWindow}`.mapWith(Number).as('count'),
      waiting: sql`count(*) ${ofWithdrawals(eq(made.status, 'PENDING'))}`.mapWith(Number).as('waiting'),
    })
    .from(made)
    .where(eq(made.userId, users.id))
    .as('withdrawals');
  return db
    .select({
      began: sql`now()`.mapWith(users.createdAt),
      now: sql`clock_timestamp()`.mapWith(users.createdAt),
      credentialsChangedAt: users.credentialsChangedAt,
      /** Since when the address is in the address book. */
      keptSince: sql<Date | null>`(select min(kept.created_at) from withdrawal_addresses kept
        where kept.user_id = users.id and lower(kept.address) = ${sentTo})`.mapWith(
        users.credentialsChangedAt,
      ),
      paidBefore: withdrawals.paidBefore,
      /** Cents, and how many, within the window. */
      sum: withdrawals.sum,
      count: withdrawals.count,
      waiting: withdrawals.waiting,
    })
    .from(users)
    .crossJoinLateral(withdrawals)
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('withdrawal_circumstances');
});

/** Locks the deposits of a person until the transaction ends: one is counted at a time, and the next one sees it. */
const lockDeposits = statement((db) =>
  db
    .select({
      locked: sql<unknown>`pg_advisory_xact_lock(hashtextextended('deposit|' || ${sql.placeholder('userId')}::text, 0))`,
    })
    .from(sql`(values (1)) as one`)
    .prepare('lock_deposits'),
);

const waiting = waitsAs({ status: sql.raw('waiting.status'), trxType: sql.raw('waiting.trx_type') });

/** What a deposit is made with, read by a statement of its own, that sees what the holder of the lock before did. */
const findDepositing = statement((db) =>
  db
    .select({
      began: sql`now()`.mapWith(transactions.createdAt),
      salt: sql<Buffer | null>`(select known.salt from person_keys known where known.person_id = ${sql.placeholder('userId')}::uuid)`,
      /** How many wait, at most as many as matter. */
      waiting: sql`(select count(*) from (
        select 1 from transactions waiting
        where waiting.user_id = ${sql.placeholder('userId')}::uuid and ${waiting} = 'DEPOSIT'
        limit ${sql.placeholder('most')}::bigint
      ) as waiting)`.mapWith(Number),
    })
    .from(sql`(values (1)) as one`)
    .prepare('find_depositing'),
);

/** Locks the deposits of a person, and reads what one is made with. */
async function openDeposit(db: Queries, userId: string, most: number) {
  const [, [circumstances]] = await Promise.all([
    lockDeposits(db).execute({ userId }),
    findDepositing(db).execute({ userId, most }),
  ]);
  return { trxType: 'DEPOSIT', circumstances } as const;
}

/** Locks an account, and reads what decides about a withdrawal from it. */
async function openWithdrawal(db: Queries, userId: string, wallet: string) {
  // Sent together, done in this order: the second sees what had been committed when the lock was there.
  const [account, [circumstances]] = await Promise.all([
    lockAccount(db, userId),
    findCircumstances(db).execute({ userId, wallet }),
  ]);
  return { trxType: 'WITHDRAWAL', account, circumstances } as const;
}

/** What is locked and read before a transaction is made: whose it is and what is asked for is all that it takes. */
export function openTransaction(
  db: Queries,
  userId: string,
  request: TransactionCreate,
  { pendingDeposits: most = limits.pendingDeposits }: Partial<TransactionRules>,
): Promise<Opened> {
  return request.trxType === 'DEPOSIT'
    ? openDeposit(db, userId, most)
    : openWithdrawal(db, userId, request.wallet);
}

type OpenDeposit = Awaited<ReturnType<typeof openDeposit>>;
type OpenWithdrawal = Awaited<ReturnType<typeof openWithdrawal>>;
type Opened = OpenDeposit | OpenWithdrawal;

/**
 * Reports a deposit or asks for a withdrawal; either starts PENDING. A withdrawal reserves its amount at once.
 * Refuses a withdrawal when the account is frozen or the balance is not above 100 dollars, or less than the amount, or a
 * limit of the person is passed (docs/rules.md, "Withdrawals"), either when as many of the owner wait as may, and a proof
 * image that is not the owner's to use.
 */
export async function createTransaction(
  tx: Tx,
  owner: Person,
  actor: Actor & { userId: string },
  request: TransactionCreate,
  rules: Partial<TransactionRules> = {},
): Promise<Transaction> {
  const opened = await openTransaction(tx.db, owner._id, request, rules);
  return createOpened(tx, owner, actor, request, rules, opened);
}

/** The same with what {@link openTransaction} has answered for the request in this transaction. */
export async function createOpened(
  tx: Tx,
  owner: Person,
  actor: Actor & { userId: string },
  request: TransactionCreate,
  rules: Partial<TransactionRules>,
  opened: Opened,
): Promise<Transaction> {
  const { row, person } = await make(tx, owner._id, actor, request, rules, opened);
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
  row: Omit<TransactionRow, 'writtenIn'>;
  person: PersonKey;
}

async function make(
  tx: Tx,
  userId: string,
  actor: Actor & { userId: string },
  request: TransactionCreate,
  rules: Partial<TransactionRules>,
  opened: Opened,
): Promise<Created> {
  if (request.trxType === 'DEPOSIT' && opened.trxType === 'DEPOSIT') {
    return deposit(tx, userId, request, rules, opened);
  }
  if (request.trxType === 'WITHDRAWAL' && opened.trxType === 'WITHDRAWAL') {
    return withdraw(tx, userId, actor, request, rules, opened);
  }
  throw new Error('Something else was opened than was asked for');
}

/** Stores a transaction as it is at first. `began` is when the transaction of the database did, which its times are. */
function insert(
  tx: Tx,
  began: Date,
  made: Omit<TransactionRow, 'status' | 'version' | 'createdAt' | 'updatedAt' | 'writtenIn'>,
): Created['row'] {
  tx.write(insertTransaction({ ...made, notBefore: made.notBefore?.toISOString() ?? null }));
  return { ...made, status: 'PENDING', version: 1, createdAt: began, updatedAt: began };
}

async function deposit(
  tx: Tx,
  userId: string,
  request: DepositRequest,
  { pendingDeposits: most = limits.pendingDeposits }: Partial<TransactionRules>,
  { circumstances }: OpenDeposit,
): Promise<Created> {
  if (!circumstances) throw refuse.notFound();
  const { began, salt, waiting } = circumstances;
  if (waiting >= most) {
    const reached = most === 1 ? refusals.pendingDeposit : refusals.pendingDeposits(most);
    throw new Refusal('quota_reached', reached);
  }
  const proofId = request.imageUrl === undefined ? undefined : proofIdOf(request.imageUrl);
  const row = insert(tx, began, {
    id: uuid(),
    userId,
    trxType: 'DEPOSIT',
    amount: toCents(request.amount),
    plan: request.plan,
    crypto: request.crypto,
    transactionId: request.transactionId,
    imageUrl: proofId === undefined ? webAddress(request.imageUrl) : proofReference(proofId),
    wallet: null,
    notBefore: null,
    holdCause: null,
  });
  if (proofId !== undefined) await claimProof(tx.db, userId, proofId, row.id);
  return { row, person: { id: userId, salt } };
}

/** The https address of an image elsewhere; anything else, a placeholder included, counts as none. */
function webAddress(text: string | undefined): string | null {
  if (text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' ? href : null;
}

const inDollars = (cents: number) => shownDollars(toDollars(cents));

/** Refuses `amount` (cents) when a limit of the person leaves no room; declined and cancelled ones do not count. */
function requireWithinLimits(
  amount: number,
  { sum, count }: { sum: number; count: number },
  { withdrawalDailyLimit, withdrawalsPerDay }: Partial<TransactionRules>,
): void {
  if (withdrawalsPerDay !== undefined && count >= withdrawalsPerDay) {
    const reached =
      withdrawalsPerDay === 1 ? refusals.withdrawalPerDay : refusals.withdrawalsPerDay(withdrawalsPerDay);
    throw new Refusal('withdrawal_limit', reached);
  }
  if (withdrawalDailyLimit === undefined) return;
  const limit = toCents(withdrawalDailyLimit);
  if (sum + amount <= limit) return;
  const message = refusals.withdrawalLimit(inDollars(limit), inDollars(Math.max(0, limit - sum)));
  throw new Refusal('withdrawal_limit', message, { field: 'amount' });
}

function withdraw(
  tx: Tx,
  userId: string,
  actor: Actor & { userId: string },
  request: WithdrawalRequest,
  rules: Partial<TransactionRules>,
  { account, circumstances }: OpenWithdrawal,
): Created {
  const { crypto, wallet } = request;
  if (!account || !circumstances) throw refuse.notFound();
  if (account.frozenAt !== null) throw new Refusal('account_frozen', refusals.accountFrozen);
  const amount = toCents(request.amount);
  if (account.balance <= toCents(limits.withdrawalBalance)) {
    throw new Refusal('balance_too_low', refusals.balanceTooLow);
  }
  if (amount > account.balance) {
    throw new Refusal('insufficient_balance', refusals.insufficientBalance, { field: 'amount' });
  }
  if (circumstances.waiting >= limits.pendingWithdrawals) {
    throw new Refusal('quota_reached', refusals.pendingWithdrawals(limits.pendingWithdrawals));
  }
  requireWithinLimits(amount, circumstances, rules);
  const { began, now, credentialsChangedAt, keptSince, paidBefore } = circumstances;
  const addressSince = paidBefore ? 'paid' : keptSince;
  const hold = holdOf({ now, addressSince, credentialsChangedAt }, rules.withdrawalHold ?? 0);
  const row = insert(tx, began, {
    id: uuid(),
    userId,
    trxType: 'WITHDRAWAL',
    amount,
    plan: null,
    crypto,
    transactionId: null,
    imageUrl: null,
    wallet,
    notBefore: hold?.notBefore ?? null,
    holdCause: hold?.holdCause ?? null,
  });
  const subject = { kind: 'transaction', transactionId: row.id, status: 'PENDING' } as const;
  postEntry(tx, account, actor, subject, { reversal: [], effect: effectOf(row, 'PENDING') });
  return { row, person: ownerOf(account) };
}
