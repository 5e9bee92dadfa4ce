import { eq } from 'drizzle-orm';
import type { ActProof } from '../../contract/acts';
import { z } from '../../contract/zod';
import type { Database } from '../db/client';
import { mayReadAbout, type ReadableSubjects } from '../db/readable-subjects';
import { actProofs, factors } from '../db/schema/second-factor';
import { aboutOf, readTextKey } from '../db/text-key';
import { refuse } from '../errors/refusal';

const inText = (bytes: Buffer) => bytes.toString('base64url');

const signedCall = z.object({ call: z.string().default('') });

/** The resource that a signed act is on, if it is on one: its call is named after it. */
const resourceOf = (act: string) => /^(.*?)\./.exec(signedCall.parse(JSON.parse(act)).call)?.[1];

/**
 * What is kept of an act that a passkey has signed. Throws `not_found`, also for one on a resource that is not
 * `readable`.
 */
export async function readActProof(
  { db, seal }: Pick<Database, 'db' | 'seal'>,
  proofId: string,
  readable: ReadableSubjects,
): Promise<ActProof> {
  const [found] = await db
    .select({ proof: actProofs, factor: factors.name })
    .from(actProofs)
    .leftJoin(factors, eq(factors.id, actProofs.factorId))
    .where(eq(actProofs.id, proofId));
  const resource = found && resourceOf(found.proof.act);
  const isWithheld = resource !== undefined && !mayReadAbout(readable, resource);
  if (!found || isWithheld) throw refuse.notFound();
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
