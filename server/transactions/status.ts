import { eq, sql } from 'drizzle-orm';
import type { TrxStatus } from '../../contract/enums';
import type { SentForApproval } from '../../contract/proposals';
import { refusals } from '../../contract/refusals';
import type { Transaction } from '../../contract/transaction';
import { type Queries, statement, type Tx } from '../db/client';
import { requireSession } from '../db/open-sessions';
import { transactions } from '../db/schema/money';
import { writing } from '../db/writes';
import { Refusal, refuse } from '../errors/refusal';
import { type Hold, isOverridable, presentHold, stateOf } from '../holds/hold';
import { effectOf, type Posting } from '../ledger/effects';
import {
  findAccount,
  type KeyedAccount,
  lockAccountOf,
  ownerOf,
  postEntry,
  reversalOf,
} from '../ledger/posting';
import type { Actor } from '../request';
import { recordAudit } from '../writes/audit';
import { requireVersion } from '../writes/commit';
import { lockAsRead, readWithAccount, requireOwner } from './as-read';
import { requireAsReported } from './as-reported';
import { claimLock } from './claims';
import {
  type FoundForStatus,
  findTransaction,
  lockClaim,
  lockTransaction,
  type TransactionRow,
  toTransaction,
} from './transactions';

const takeClaim = statement((db) =>
  db
    .select({ locked: claimLock })
    .from(transactions)
    .where(eq(transactions.id, sql.placeholder('id')))
    .prepare('take_claim'),
);

const updateStatus = writing('status', (db) =>
  db
    .update(transactions)
    .set({
      status: sql`${sql.placeholder('status')}`,
      version: sql`${transactions.version} + 1`,
      updatedAt: sql`${sql.placeholder('updatedAt')}::timestamptz`,
      notBefore: sql`${sql.placeholder('notBefore')}::timestamptz`,
      holdCause: sql`${sql.placeholder('holdCause')}`,
    })
    .where(eq(transactions.id, sql.placeholder('id'))),
);

interface Opened extends FoundForStatus {
  account: KeyedAccount;
  /** Whether it may not withdraw. */
  frozen: boolean;
  /** What reverses all that it has in effect. */
  reversal: Posting[];
  /** Nothing is locked yet: it is with what is written. */
  unlocked?: true;
}

export interface StatusResult {
  transaction: Transaction;
  /** False when it had the status already. */
  changed: boolean;
  /** The time of a withdrawal that was confirmed before it. */
  overridden?: Date;
  /** Set when it was proposed instead: nothing was changed. */
  sent?: SentForApproval;
}

export interface StatusOptions {
  /** A deposit is confirmed though another one of its transaction id is. */
  acceptDuplicate?: boolean | undefined;
  /** A withdrawal is confirmed before its time; needs a reason. */
  overrideHold?: boolean | undefined;
  /** Milliseconds that withdrawals wait after a change of credentials. */
  withdrawalHold?: number;
  /** Proposes the change where it takes two administrators; answers undefined where one is enough. */
  propose?:
    | ((
        tx: Tx,
        actor: Actor & { userId: string },
        row: TransactionRow,
        decision: Decision,
        options: StatusOptions,
      ) => Promise<SentForApproval | undefined>)
    | undefined;
}

/** A change of a status that nothing forbids. */
export interface Decision {
  status: TrxStatus;
  /** What a withdrawal was to wait for, and is not. */
  overridden: Hold | undefined;
  /** What a withdrawal waits for now. */
  hold: Hold | undefined;
}

/**
 * Locks the account, then the transaction: the one order for all, so that no two wait for each other. What is to be
 * confirmed takes the lock of its claim before them.
 */
export async function lockStatus(
  db: Queries,
  trxId: string,
  status: TrxStatus,
  ownerId?: string,
): Promise<Opened | undefined> {
  const confirms = status === 'CONFIRMED';
  // Sent together, done in this order: each sees what had been committed when the locks before it were there.
  const claim = confirms ? takeClaim(db).execute({ id: trxId }) : undefined;
  const [account, found, reversal] = await Promise.all([
    lockAccountOf(db, trxId, ownerId),
    confirms ? lockClaim(db, trxId) : lockTransaction(db, trxId, ownerId),
    reversalOf(db, trxId),
    claim,
  ]);
  if (!account || !found) return undefined;
  return { ...found, account, frozen: account.frozenAt !== null, reversal };
}

/**
 * The same without a lock: they are taken with what {@link changeOpened} writes. `again` takes them now, since whoever
 * has found something changed would find that again while others go on changing it.
 */
export async function openStatus(
  db: Queries,
  trxId: string,
  status: TrxStatus,
  again: boolean,
): Promise<Opened | undefined> {
  if (again) return lockStatus(db, trxId, status);
  const confirms = status === 'CONFIRMED';
  const claim = confirms ? takeClaim(db).execute({ id: trxId }) : undefined;
  // In this order: postings that came after the row was read came with another version of it.
  const [found, reversal] = await Promise.all([
    readWithAccount(db, trxId, confirms),
    reversalOf(db, trxId),
    claim,
  ]);
  return found && { ...found, frozen: found.account.frozenAt !== null, reversal, unlocked: true };
}

/** As {@link lockStatus}; throws `not_found` when there is none, or it is not the named owner's. */
async function lock(db: Queries, trxId: string, status: TrxStatus, ownerId?: string): Promise<Opened> {
  const opened = await lockStatus(db, trxId, status, ownerId);
  if (!opened) throw refuse.notFound();
  return opened;
}

/**
 * Sets a status, any after any (docs/rules.md, "Effects of statuses"): reverses what the transaction has in effect and
 * posts the effect of the new status. The status it already has changes nothing, which `changed` tells. Throws
 * `not_found`, `stale_version` when `ifMatch` is not the current version, and `duplicate_claim` for a second deposit of
 * one transaction id that would be confirmed, unless `acceptDuplicate` asks for just that. Likewise `withdrawal_on_hold`
 * for a withdrawal that still waits, unless `overrideHold` does and may, and `validation` when that has no reason; and
 * `step_up_required` for what would be confirmed, or taken back, by somebody whose second factor was shown too long ago;
 * and `withdrawal_frozen` for a withdrawal that would be confirmed while its account is frozen; and `conflict` for one that
 * is not what was reported. `unauthorized` when the session of the actor has ended meanwhile.
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
  status: TrxStatus,
  ifMatch: number | undefined,
  options: StatusOptions = {},
): Promise<StatusResult> {
  return changeOpened(tx, actor, await lockStatus(tx.db, trxId, status), status, ifMatch, options);
}

/** The same with what {@link openStatus} or {@link lockStatus} has answered in this transaction. */
export async function changeOpened(
  tx: Tx,
  actor: Actor & { userId: string },
  opened: Opened | undefined,
  status: TrxStatus,
  ifMatch: number | undefined,
  options: StatusOptions = {},
): Promise<StatusResult> {
  if (!opened) throw refuse.notFound();
  requireVersion(ifMatch, opened.row.version);
  if (opened.row.status !== status) {
    requireReport(tx, opened);
    if (opened.unlocked) lockAsRead(tx, opened, actor);
    else await requireSession(tx.db, actor);
  } else if (opened.unlocked) requireOwner(tx, opened);
  return setOrPropose(tx, actor, opened, status, options);
}

/**
 * Sets a status like {@link changeStatus}, except that one which is there already is fine whatever the version: so a
 * change of many can be repeated.
 */
export async function ensureStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  trxId: string,
  status: TrxStatus,
  version: number,
  options: StatusOptions = {},
): Promise<StatusResult> {
  const opened = await lock(tx.db, trxId, status);
  if (opened.row.status !== status) {
    requireVersion(version, opened.row.version);
    requireReport(tx, opened);
  }
  return setOrPropose(tx, actor, opened, status, options);
}

/** Refuses what is not as it was reported. */
function requireReport({ seal }: Tx, { account, reported, row, user }: Opened): void {
  requireAsReported(seal, { salt: account.salt, reported }, toTransaction(row, user));
}

/** A transaction as it is, and what forbids to decide on it but the duplicates, which are looked for under their lock. */
async function look(db: Queries, trxId: string) {
  const found = await findTransaction(db, trxId);
  if (!found) throw refuse.notFound();
  const account = await findAccount(db, found.row.userId);
  const frozen = (account?.frozenAt ?? null) !== null;
  return { ...found, frozen, readAt: new Date(), confirmedDuplicate: null };
}

/**
 * A transaction and what the change of its status would be now; with `lock`, under the locks of the change. Throws what the
 * change is refused with.
 */
export async function lookAtStatus(
  db: Queries,
  trxId: string,
  status: TrxStatus,
  options: StatusOptions,
  withLock: boolean,
): Promise<{ row: TransactionRow; decision: Decision }> {
  const found = withLock ? await lock(db, trxId, status) : await look(db, trxId);
  const { row } = found;
  const decision = decide(found, status, options);
  if (!decision) throw new Refusal('effect_changed', refusals.effectChanged);
  return { row, decision };
}

/**
 * Cancels an investor's own pending withdrawal, which {@link lockStatus} has locked as theirs. Throws `not_found` for anyone
 * else's, `conflict` when it is not pending. One that is not what was reported can be cancelled: nothing is paid then, and
 * what returns is what was reserved.
 */
export function cancelWithdrawal(
  tx: Tx,
  actor: Actor & { userId: string },
  opened: Opened | undefined,
): Transaction {
  if (!opened) throw refuse.notFound();
  const { trxType, status } = opened.row;
  if (trxType !== 'WITHDRAWAL' || status !== 'PENDING') {
    throw new Refusal('conflict', refusals.notCancellable);
  }
  return setStatus(tx, actor, opened, 'DECLINED').transaction;
}

/** Refuses what is changed by somebody who has not said why, or shown the second factor, where that is due. */
function requireOfActor(actor: Actor, { status, overridden }: Decision, before: TrxStatus): void {
  if (overridden && !actor.reason?.trim()) throw refuse.invalid(refusals.reasonRequired, 'reason');
  // What credits or pays, or takes that back.
  const movesMoney = status === 'CONFIRMED' || before === 'CONFIRMED';
  if (movesMoney && actor.stepUpDue) throw refuse.stepUpRequired();
}

/** What is to be changed, once nothing forbids it; undefined when the status is there already. */
function decide(
  found: Pick<Opened, 'row' | 'frozen' | 'confirmedDuplicate' | 'readAt' | 'credentialsChangedAt'>,
  status: TrxStatus,
  options: StatusOptions,
): Decision | undefined {
  const { row, frozen, confirmedDuplicate: duplicateOf, readAt, credentialsChangedAt } = found;
  if (row.status === status) return undefined;
  if (duplicateOf !== null && !options.acceptDuplicate) {
    throw new Refusal('duplicate_claim', refusals.duplicateClaim(duplicateOf));
  }
  // Frozen comes before the hold, which could be overridden: nothing overrides this.
  if (frozen && status === 'CONFIRMED' && row.trxType === 'WITHDRAWAL') {
    throw new Refusal('withdrawal_frozen', refusals.withdrawalFrozen);
  }
  const hold = presentHold(row, { now: readAt, credentialsChangedAt }, options.withdrawalHold ?? 0);
  const overridden = status === 'CONFIRMED' ? hold : undefined;
  if (overridden && !isOverridable(row, overridden)) {
    throw new Refusal('withdrawal_on_hold', refusals.withdrawalHeldSince(inUtc(overridden.notBefore)));
  }
  if (overridden && !options.overrideHold) {
    throw new Refusal('withdrawal_on_hold', refusals.withdrawalOnHold(inUtc(overridden.notBefore)));
  }
  return { status, overridden, hold };
}

/** "2026-11-23 14:05 UTC", never earlier than the moment itself: the server does not know the reader's clock. */
function inUtc(moment: Date): string {
  const minute = new Date(Math.ceil(moment.getTime() / 60_000) * 60_000);
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Sets a status, or proposes it where it takes two administrators. */
async function setOrPropose(
  tx: Tx,
  actor: Actor & { userId: string },
  opened: Opened,
  status: TrxStatus,
  options: StatusOptions,
): Promise<StatusResult> {
  const { row, user } = opened;
  const decision = options.propose && decide(opened, status, options);
  if (decision) {
    requireOfActor(actor, decision, row.status);
    const sent = await options.propose?.(tx, actor, row, decision, options);
    if (sent) return { transaction: toTransaction(row, user), changed: false, sent };
  }
  return setStatus(tx, actor, opened, status, options);
}

/** What the event of a payment tells besides, as that of the request did; sealed with it. */
const paidTo = ({ wallet, amount, crypto }: Transaction) => ({ wallet, amount, crypto });

function setStatus(
  tx: Tx,
  actor: Actor & { userId: string },
  opened: Opened,
  status: TrxStatus,
  options: StatusOptions = {},
): StatusResult {
  const { row, user, account, confirmedDuplicate: duplicateOf, readAt, reversal } = opened;
  const before = toTransaction(row, user);
  const decision = decide(opened, status, options);
  if (!decision) return { transaction: before, changed: false };
  requireOfActor(actor, decision, row.status);
  const { hold, overridden } = decision;
  // Taken up again it waits as if it had been pending all the time.
  const { notBefore, holdCause } = status === 'PENDING' && hold ? hold : row;
  const subject = { kind: 'transaction', transactionId: row.id, status } as const;
  postEntry(tx, account, actor, subject, { reversal, effect: effectOf(row, status) });
  // What the statement makes of the row, which is locked: nothing has to wait for its answer.
  const version = row.version + 1;
  const changed = { ...row, status, version, updatedAt: readAt, notBefore, holdCause };
  const after = toTransaction(changed, user);
  tx.write(updateStatus({ id: row.id, status, updatedAt: after.updatedAt, notBefore, holdCause }));
  recordAudit(tx, actor, {
    action: 'transaction.status_changed',
    subjectType: 'transaction',
    subjectId: row.id,
    person: ownerOf(account),
    before: { status: before.status, version: before.version },
    after: {
      status: after.status,
      version: after.version,
      ...(duplicateOf !== null && { duplicateOf }),
      ...(overridden && { overriddenHold: overridden.notBefore.toISOString() }),
      ...(status === 'CONFIRMED' && row.trxType === 'WITHDRAWAL' && paidTo(after)),
    },
    state: stateOf(changed),
  });
  return { transaction: after, changed: true, ...(overridden && { overridden: overridden.notBefore }) };
}
