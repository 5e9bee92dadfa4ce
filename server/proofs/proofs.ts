import { and, desc, eq, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { id as idSchema } from '../../contract/fields';
import { limits } from '../../contract/limits';
import { proofReference } from '../../contract/proof';
import { refusals } from '../../contract/refusals';
import { removeRows } from '../db/batches';
import type { Queries, Tx } from '../db/client';
import { readPersonKey, requireSalt } from '../db/person-key';
import { proofs, transactions } from '../db/schema/money';
import { Refusal, refuse } from '../errors/refusal';

/** Images a person may have waiting for a deposit; older ones make room. */
const waiting = 5;

/**
 * Throws `quota_reached` when a person has as many images with us as may be. Those that wait for a deposit do not
 * count before they are stored: older ones make room for newer ones.
 */
async function requireRoom(db: Queries, which: SQL | undefined, left: { count: number; bytes: number }) {
  const [kept] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      // The length is beside the bytes: they are not read.
      bytes: sql`coalesce(sum(octet_length(${proofs.image})), 0)`.mapWith(Number),
    })
    .from(proofs)
    .where(which);
  if (!kept || kept.count > left.count || kept.bytes > left.bytes) {
    throw new Refusal('quota_reached', refusals.proofQuota, { field: 'image' });
  }
}

/** Throws `quota_reached` when a person may send no more images, before one is decoded. */
export function requireProofQuota(db: Queries, userId: string): Promise<void> {
  const used = and(eq(proofs.userId, userId), isNotNull(proofs.transactionId));
  return requireRoom(db, used, { count: limits.proofCount - 1, bytes: limits.proofStored - 1 });
}

/**
 * Stores a proof image that no deposit names yet; answers its id. Throws `quota_reached` when the person has too
 * many.
 */
export async function storeProof({ db }: Tx, userId: string, image: Buffer): Promise<string> {
  // One at a time of a person, so that each sees the others.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`proofs|${userId}`}, 0))`);
  const id = uuid();
  await db.insert(proofs).values({ id, userId, image });
  // An erasure that came first has been waited for: nothing of an erased person is kept.
  requireSalt(await readPersonKey(db, userId));
  const unused = and(eq(proofs.userId, userId), isNull(proofs.transactionId));
  const kept = db
    .select({ id: proofs.id })
    .from(proofs)
    .where(unused)
    .orderBy(desc(proofs.createdAt), desc(proofs.id))
    .limit(waiting);
  await db.delete(proofs).where(and(unused, notInArray(proofs.id, kept)));
  await requireRoom(db, eq(proofs.userId, userId), { count: limits.proofCount, bytes: limits.proofStored });
  return id;
}

/**
 * Gives a proof image to a deposit, once. Throws `validation` when it is not the person's, used, or not there any
 * more.
 */
export async function claimProof(
  db: Queries,
  userId: string,
  proofId: string,
  transactionId: string,
): Promise<void> {
  const unknown = refuse.invalid(refusals.proofUnknown, 'imageUrl');
  if (!idSchema.safeParse(proofId).success) throw unknown;
  const used = await db
    .update(proofs)
    .set({ transactionId })
    .where(and(eq(proofs.id, proofId), eq(proofs.userId, userId), isNull(proofs.transactionId)))
    .returning({ id: proofs.id });
  if (used.length === 0) throw unknown;
}

/** The bytes of a proof image, as WebP. */
export async function readProof(db: Queries, proofId: string): Promise<Buffer | undefined> {
  const [found] = await db.select({ image: proofs.image }).from(proofs).where(eq(proofs.id, proofId));
  return found?.image;
}

/** Images that are removed at a time: they are large. */
const removedAtOnce = 100;

/** Removes images that waited a day for a deposit. */
export function removeUnusedProofs(db: Queries, signal?: AbortSignal): Promise<void> {
  const unused = sql`${proofs.transactionId} is null and ${proofs.createdAt} < now() - interval '1 day'`;
  return removeRows(db, proofs, unused, signal, removedAtOnce);
}

/**
 * Removes images of deposits that were decided so many days ago. What the deposits say stays as it was sealed, and is shown
 * without them (`namedImage`).
 */
export function removeDecidedProofs(db: Queries, days: number, signal?: AbortSignal): Promise<void> {
  const decided = sql`exists (select from ${transactions}
    where ${transactions.id} = ${proofs.transactionId} and ${transactions.status} <> 'PENDING'
      and ${transactions.updatedAt} < now() - ${days} * interval '1 day')`;
  return removeRows(db, proofs, decided, signal, removedAtOnce);
}

/**
 * For the columns of a query on `transactions`: what a deposit names as its image; null for one of ours that is kept no
 * longer. In words: drizzle leaves out the table of a column where a query has no other one.
 */
export const namedImage = sql<string | null>`case
  when transactions.image_url not like ${sql.raw(`'${proofReference('%')}'`)}
    or exists (select from proofs kept where kept.transaction_id = transactions.id) then transactions.image_url end`;
