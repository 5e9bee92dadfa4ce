import { eq } from 'drizzle-orm';
import type { ActProof } from '../../contract/acts';
import type { Database } from '../db/client';
import { actProofs, factors } from '../db/schema';
import { aboutOf, readTextKey } from '../db/text-key';
import { refuse } from '../errors/refusal';

const inText = (bytes: Buffer) => bytes.toString('base64url');

/** What is kept of an act that a passkey has signed. Throws `not_found`. */
export async function readActProof(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  proofId: string,
): Promise<ActProof> {
  const [found] = await db
    .select({ proof: actProofs, factor: factors.name })
    .from(actProofs)
    .leftJoin(factors, eq(factors.id, actProofs.factorId))
    .where(eq(actProofs.id, proofId));
  if (!found) throw refuse.notFound();
  const { proof, factor } = found;
  const textKey = await readTextKey({ db, seal }, proof.nonce, aboutOf(proof.act));
  return {
    _id: proof.id,
    requestId: proof.requestId,
    at: proof.at.toISOString(),
    userId: proof.userId,
    factor,
    act: proof.act,
    nonce: inText(proof.nonce),
    publicKey: inText(proof.publicKey),
    authenticatorData: inText(proof.authenticatorData),
    clientDataJSON: inText(proof.clientDataJson),
    signature: inText(proof.signature),
    textKey: textKey === undefined ? null : inText(textKey),
  };
}
