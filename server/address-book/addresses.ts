import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { AddressRequest, KeptAddress } from '../../contract/address-book';
import { limits } from '../../contract/limits';
import { refusals } from '../../contract/refusals';
import type { SiteMode } from '../../contract/site';
import type { Queries, Tx } from '../db/client';
import { withdrawalAddresses } from '../db/schema/money';
import { Refusal, refuse } from '../errors/refusal';
import { holdOf } from '../holds/hold';
import { lockAccount } from '../ledger/posting';
import type { Actor } from '../request';
import { checkAddress } from '../wallets/addresses';
import { recordAudit } from '../writes/audit';

const now = sql`clock_timestamp()`.mapWith(withdrawalAddresses.createdAt);

/**
 * Whether a confirmed withdrawal of the person went to the address: then it is not new. In words and not by drizzle's
 * columns, whose table it leaves out where a query has no other one. Those of the person are found first (`offset 0`), as in
 * server/transactions/claims.ts.
 */
const paid = sql<boolean>`exists (select 1 from (
    select own.trx_type, own.status, own.wallet from transactions own
      where own.user_id = withdrawal_addresses.user_id offset 0
  ) made where made.trx_type = 'WITHDRAWAL' and made.status = 'CONFIRMED'
    and lower(made.wallet) = lower(withdrawal_addresses.address))`;

const columns = { ...getTableColumns(withdrawalAddresses), paid, now };

type Found = typeof withdrawalAddresses.$inferSelect & { paid: boolean; now: Date };

function toAddress({ id, userId: _, createdAt, paid, now, ...same }: Found, hold: number): KeptAddress {
  const held = holdOf({ now, addressSince: paid ? 'paid' : createdAt, credentialsChangedAt: null }, hold);
  return {
    ...same,
    _id: id,
    createdAt: createdAt.toISOString(),
    ...(held && { notBefore: held.notBefore.toISOString() }),
  };
}

/** The addresses of an investor, by their labels; `hold` in milliseconds. */
export async function listAddresses(db: Queries, userId: string, hold: number): Promise<KeptAddress[]> {
  const found = await db
    .select(columns)
    .from(withdrawalAddresses)
    .where(eq(withdrawalAddresses.userId, userId))
    .orderBy(asc(sql`lower(${withdrawalAddresses.label})`), asc(withdrawalAddresses.id));
  return found.map((each) => toAddress(each, hold));
}

/**
 * Keeps an address for an investor. Throws `validation` for one that is not of the currency or whose checksum is wrong,
 * `conflict` for one that is kept already, `quota_reached` when there are too many.
 */
export async function addAddress(
  tx: Tx,
  actor: Actor & { userId: string },
  { label, crypto, address }: AddressRequest,
  { siteMode, withdrawalHold }: { siteMode: SiteMode; withdrawalHold: number },
): Promise<KeptAddress> {
  const { userId } = actor;
  checkAddress(crypto, address, siteMode, 'address');
  // Of two at once each counts the other; and a withdrawal sees the one state or the other.
  if (!(await lockAccount(tx.db, userId))) throw refuse.notFound();
  const kept = await listAddresses(tx.db, userId, withdrawalHold);
  const same = (text: string) => text.toLowerCase() === address.toLowerCase();
  if (kept.some((each) => each.crypto === crypto && same(each.address))) {
    throw new Refusal('conflict', refusals.addressKept, { field: 'address' });
  }
  if (kept.length >= limits.addresses) {
    throw new Refusal('quota_reached', refusals.addressQuota(limits.addresses));
  }
  const [added] = await tx.db
    .insert(withdrawalAddresses)
    .values({ id: uuid(), userId, label, crypto, address, createdAt: sql`clock_timestamp()` })
    .returning(columns);
  if (!added) throw new Error('The address was not stored');
  recordAudit(tx, actor, {
    action: 'user.address_added',
    subjectType: 'user',
    subjectId: userId,
    after: { label, crypto, address },
  });
  return toAddress(added, withdrawalHold);
}

/** Keeps an own address no longer; throws `not_found` when it is not there, or another person's. */
export async function removeAddress(
  tx: Tx,
  actor: Actor & { userId: string },
  addressId: string,
): Promise<void> {
  const [removed] = await tx.db
    .delete(withdrawalAddresses)
    .where(and(eq(withdrawalAddresses.id, addressId), eq(withdrawalAddresses.userId, actor.userId)))
    .returning();
  if (!removed) throw refuse.notFound();
  const { label, crypto, address } = removed;
  recordAudit(tx, actor, {
    action: 'user.address_removed',
    subjectType: 'user',
    subjectId: actor.userId,
    before: { label, crypto, address },
  });
}
