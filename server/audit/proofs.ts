import { eq } from 'drizzle-orm';
import type { ActProof } from '../../contract/acts';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { actProofs, factors } from '../db/schema/second-factor';
import { aboutOf, readTextKey } from '../db/text-key';
import { refuse } from '../errors/refusal';

const inText = (bytes: Buffer) => bytes.toString('base64url');

const signedCall = z.object({ call: z.string().default('') });

/** The resource that a signed act is on; the name of the call where it is on none. */
const resourceOf = (act: string) => signedCall.parse(JSON.parse(act)).call.replace(/\..*/, '');

/**
 * What is kept of an act that a passkey has signed. Throws `not_found`, also for one on a resource among `withheld`, whose
 * records the reader may not read.
 */
export async function readActProof(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  proofId: string,
  withheld: readonly string[],
): Promise<ActProof> {
  const [found] = await db
    .select({ proof: actProofs, factor: factors.name })
    .from(actProofs)
    .leftJoin(factors, eq(factors.id, actProofs.factorId))
    .where(eq(actProofs.id, proofId));
  if (!found || withheld.includes(resourceOf(found.proof.act))) throw refuse.notFound();
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
