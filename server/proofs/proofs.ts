import { and, desc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { id as idSchema } from '../../contract/fields';
import { refusals } from '../../contract/messages';
import type { Queries, Tx } from '../db/client';
import { proofs } from '../db/schema';
import { refuse } from '../http/refusal';

/** Images a person may have waiting for a deposit; older ones make room. */
const waiting = 5;

/** Stores a proof image that no deposit names yet; answers its id. */
export async function storeProof({ db }: Tx, userId: string, image: Buffer): Promise<string> {
  const id = uuid();
  await db.insert(proofs).values({ id, userId, image });
  const unused = and(eq(proofs.userId, userId), isNull(proofs.transactionId));
  const kept = db
    .select({ id: proofs.id })
    .from(proofs)
    .where(unused)
    .orderBy(desc(proofs.createdAt), desc(proofs.id))
    .limit(waiting);
  await db.delete(proofs).where(and(unused, notInArray(proofs.id, kept)));
  return id;
}

/** Gives a proof image to a deposit, once. Throws 422 when it is not the person's, used, or not there any more. */
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

/** Removes images that waited a day for a deposit. */
export async function removeUnusedProofs(db: Queries): Promise<void> {
  await db
    .delete(proofs)
    .where(and(isNull(proofs.transactionId), sql`${proofs.createdAt} < now() - interval '1 day'`));
}
