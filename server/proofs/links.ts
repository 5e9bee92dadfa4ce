import { createHmac, timingSafeEqual } from 'node:crypto';
import { calls } from '../../contract/calls';
import { limits } from '../../contract/limits';
import { type ProofLink, proofIdOf } from '../../contract/proof';
import type { Transaction } from '../../contract/transaction';

export interface ProofLinks {
  /** A link to a proof image that works for a few minutes, for whoever holds it. */
  linkTo(proofId: string): string;
  /** Whether a link is one of ours and not too old. */
  isValid(proofId: string, link: ProofLink): boolean;
  /** A transaction as it leaves: the name of its proof image becomes a fresh link. */
  show(transaction: Transaction): Transaction;
}

/** Links to proof images. A browser opens them without a token, so they carry a signature and end soon. */
export function createProofLinks(key: Uint8Array, publicUrl: string): ProofLinks {
  const sign = (proofId: string, expires: string) =>
    createHmac('sha256', key).update(`proof|${proofId.toLowerCase()}|${expires}`).digest('base64url');

  function linkTo(proofId: string): string {
    const expires = String(Math.floor((Date.now() + limits.proofLink) / 1000));
    const query = new URLSearchParams({ expires, signature: sign(proofId, expires) });
    return `${publicUrl}${calls.viewProof.path.replace(':proofId', proofId)}?${query}`;
  }

  return {
    linkTo,
    isValid(proofId, { expires, signature }) {
      const wanted = Buffer.from(sign(proofId, expires));
      const given = Buffer.from(signature);
      const genuine = given.length === wanted.length && timingSafeEqual(given, wanted);
      return genuine && Number(expires) * 1000 > Date.now();
    },
    show(transaction) {
      const proofId = transaction.imageUrl === null ? undefined : proofIdOf(transaction.imageUrl);
      return proofId === undefined ? transaction : { ...transaction, imageUrl: linkTo(proofId) };
    },
  };
}
