import { z } from '../../../contract/zod';
import { drop, keep, readKept } from '../submission/kept';

const name = 'deposit-proof';

const schema = z.object({ imageUrl: z.string(), fileName: z.string(), preview: z.string() });

/** A proof image that the server has: what a deposit names it by, and what to show of it. */
export interface UploadedProof {
  imageUrl: string;
  fileName: string;
  /** A small picture as a data: URL; the page's security policy allows no other. */
  preview: string;
}

/** What is known of the image of that name; null when it is not known here. */
export function readProof(imageUrl: string): UploadedProof | null {
  const proof = readKept(name, schema);
  return proof?.imageUrl === imageUrl ? proof : null;
}

export function keepProof(proof: UploadedProof): void {
  keep(name, proof);
}

/** Forgets the image of that name; another one, as of a deposit in another tab, is kept. */
export function dropProof(imageUrl = ''): void {
  if (readProof(imageUrl)) drop(name);
}
