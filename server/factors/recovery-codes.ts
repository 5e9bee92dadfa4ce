import { createHmac, randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { limits } from '../../contract/limits';
import type { Queries } from '../db/client';
import { recoveryCodes } from '../db/schema/second-factor';

/** No letter that looks like another one; 10 of them are 49 bits, so that a guess is hopeless. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 2;
const groupLength = 5;

const newGroup = () =>
  Array.from({ length: groupLength }, () => letters.charAt(randomInt(letters.length))).join('');
const newCode = () => Array.from({ length: groups }, newGroup).join('-');

/** As typed, whatever the capitals, spaces and hyphens. */
const plainOf = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Recovery codes: each lets its owner in once without the other second factors. */
export interface RecoveryCodes {
  /** Ten new codes in place of all there were. They are stored as HMACs, so this is the one time they can be shown. */
  renew(db: Queries, userId: string): Promise<string[]>;
  /** Uses a code up; answers whether it was one that is left. */
  use(db: Queries, userId: string, code: string): Promise<boolean>;
}

/** Recovery codes whose HMACs have a key outside the database: a copy of it does not give them away. */
export function createRecoveryCodes(key: Uint8Array): RecoveryCodes {
  const hmacOf = (userId: string, code: string) =>
    createHmac('sha256', key)
      .update(`recovery|${userId}|${plainOf(code)}`)
      .digest('base64url');
  return {
    async renew(db, userId) {
      const codes = Array.from({ length: limits.recoveryCodes }, newCode);
      await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
      await db
        .insert(recoveryCodes)
        .values(codes.map((code) => ({ userId, codeHmac: hmacOf(userId, code) })));
      return codes;
    },
    async use(db, userId, code) {
      const used = await db
        .update(recoveryCodes)
        .set({ usedAt: sql`now()` })
        .where(
          and(
            eq(recoveryCodes.userId, userId),
            eq(recoveryCodes.codeHmac, hmacOf(userId, code)),
            isNull(recoveryCodes.usedAt),
          ),
        )
        .returning({ userId: recoveryCodes.userId });
      return used.length > 0;
    },
  };
}
