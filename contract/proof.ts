import * as fields from './fields';
import { z } from './zod';

/** A proof image that was sent: its id, what to name it by in a deposit, and where to look at it for a while. */
export const proofSchema = z.object({
  _id: fields.id,
  /** Goes into `imageUrl` of POST /api/transaction/create. */
  imageUrl: z.string(),
  /** Works for a few minutes; each read of a transaction gives a fresh one. */
  url: z.string(),
});
export type Proof = z.infer<typeof proofSchema>;

/** The query of a link to a proof image; the server makes such links, nobody else can. */
export const proofLinkSchema = z.strictObject({
  /** Seconds since 1970. */
  expires: z.string().regex(/^\d{1,12}$/),
  signature: z.string().max(100),
});
export type ProofLink = z.infer<typeof proofLinkSchema>;

const scheme = 'proof:';

/** What a deposit names a proof image by. */
export function proofReference(id: string): string {
  return `${scheme}${id}`;
}

/** The id in such a name; `undefined` for anything else, such as the address of an image elsewhere. */
export function proofIdOf(imageUrl: string): string | undefined {
  return imageUrl.startsWith(scheme) ? imageUrl.slice(scheme.length) : undefined;
}
