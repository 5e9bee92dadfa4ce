import { createHmac } from 'node:crypto';
import { asc, inArray } from 'drizzle-orm';
import { z } from '../../contract/zod';
import type { PersonalSeal } from '../personal-seal';
import type { Queries } from './client';
import { personKeys } from './schema/people';

/**
 * The key that the personal texts of a signed act are compared with: made of the keys of all whom the act is about, it is
 * gone with the first of them who is erased. Undefined then, and where nobody is named.
 */
export async function readTextKey(
  { db, seal }: { db: Queries; seal: PersonalSeal },
  nonce: Uint8Array,
  about: readonly string[],
): Promise<Buffer | undefined> {
  const ids = [...new Set(about)];
  if (ids.length === 0) return undefined;
  const rows = await db
    .select({ salt: personKeys.salt })
    .from(personKeys)
    .where(inArray(personKeys.personId, ids))
    .orderBy(asc(personKeys.personId));
  if (rows.length !== ids.length) return undefined;
  return seal.textKey(
    rows.map(({ salt }) => salt),
    nonce,
  );
}

/** What stands for a personal text in an act. */
export const digestOf = (textKey: Uint8Array, text: string): string =>
  createHmac('sha256', textKey).update(text).digest('hex');

const actAbout = z.object({ about: z.array(z.string()).default([]) });

/** Whom an act is about, by what was written of it; nobody in what former versions have kept. */
export const aboutOf = (act: string): string[] => actAbout.parse(JSON.parse(act)).about;
