import type { HoldCause, TrxStatus, TrxType } from '../../contract/enums';
import type { transactions } from '../db/schema/money';

/** Until when a withdrawal waits, and why. */
export interface Hold {
  notBefore: Date;
  holdCause: HoldCause;
}

interface Circumstances {
  now: Date;
  /** Since when the address is in the address book; null when it is not, 'paid' when it was paid before. */
  addressSince: Date | 'paid' | null;
  credentialsChangedAt: Date | null;
}

const later = (moment: Date, milliseconds: number) => new Date(moment.getTime() + milliseconds);

/** What keeps a withdrawal waiting at `now`: of two reasons the one that lasts longer; undefined when nothing does. */
export function holdOf(
  { now, addressSince, credentialsChangedAt }: Circumstances,
  duration: number,
): Hold | undefined {
  const holds: Hold[] = [];
  if (addressSince !== 'paid') {
    holds.push({ notBefore: later(addressSince ?? now, duration), holdCause: 'new_address' });
  }
  if (credentialsChangedAt) {
    holds.push({ notBefore: later(credentialsChangedAt, duration), holdCause: 'credentials_changed' });
  }
  return holds
    .filter(({ notBefore }) => notBefore > now)
    .toSorted((one, other) => other.notBefore.getTime() - one.notBefore.getTime())[0];
}

interface Stored {
  trxType: TrxType;
  notBefore: Date | null;
  holdCause: HoldCause | null;
}

/**
 * What keeps a stored transaction waiting at `now`: only withdrawals do. The credentials count as well as what is stored: one that was declined
 * while they changed was not moved, and may be taken up again.
 */
export function presentHold(
  { trxType, notBefore, holdCause }: Stored,
  { now, credentialsChangedAt }: Pick<Circumstances, 'now' | 'credentialsChangedAt'>,
  duration: number,
): Hold | undefined {
  if (trxType !== 'WITHDRAWAL') return undefined;
  const stored = notBefore && holdCause && notBefore > now ? { notBefore, holdCause } : undefined;
  const changed = holdOf({ now, addressSince: 'paid', credentialsChangedAt }, duration);
  return stored && changed && changed.notBefore > stored.notBefore ? changed : (stored ?? changed);
}

/**
 * Whether the hold of a transaction may be overridden as that stands. Whoever does has agreed to a version, and that is another
 * one when a pending one is held anew. One that is not pending gets none: the hold it is stored with may be overridden, and
 * another one once it is pending again, which stores that.
 */
export const isOverridable = (
  { status, notBefore }: Pick<Stored, 'notBefore'> & { status: TrxStatus },
  hold: Hold,
) => status === 'PENDING' || notBefore?.getTime() === hold.notBefore.getTime();

/** What changes of a transaction besides its status, for the event of a change (server/history/verify.ts). */
export function stateOf({
  updatedAt,
  notBefore,
  holdCause,
}: Pick<typeof transactions.$inferSelect, 'updatedAt' | 'notBefore' | 'holdCause'>) {
  return { updatedAt: updatedAt.toISOString(), notBefore: notBefore?.toISOString() ?? null, holdCause };
}
