import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createFairSemaphore, type Requester } from '../fair-semaphore';

/** argon2id with 19 MiB, two passes and one lane (docs/rules.md, "Passwords"). */
export const passwordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
const queueLimit = 64;

/**
 * In place of a hash, of no password at all: it takes as long to verify, so that nobody learns that there is none. Only a
 * reset leads on from there.
 */
export function voidPasswordHash(): string {
  const { memoryCost, timeCost, parallelism } = passwordCost;
  const [salt, digest] = [16, 32].map((length) => randomBytes(length).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${digest}`;
}

/** Ends a digest of 32 bytes, in base64. */
const digestEnd = /\$[^$]{43}$/;

/**
 * A hash that no password is right for, and that takes as long to verify: its digest is a byte longer, which argon2 makes
 * another one of. It still tells which password was voided; {@link beforeVoid} answers the hash of that.
 */
export function voided(passwordHash: string): string {
  return digestEnd.test(passwordHash) ? `${passwordHash}A` : passwordHash;
}

/** The hash as it was before it was voided; of one that was not, itself. */
export function beforeVoid(passwordHash: string): string {
  return digestEnd.test(passwordHash) ? passwordHash : passwordHash.slice(0, -1);
}

export interface Passwords {
  /** Throws `unavailable` when too many wait, or the requester has gone; the server itself asks at its start. */
  hash(password: string, requester?: Requester): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash it takes as long, and answers false. Throws as `hash`
   * does.
   */
  verify(password: string, hashed: string | undefined, requester?: Requester): Promise<boolean>;
  /**
   * The place of the first of the hashes that is the password's. Each is verified as `verify` does, in one turn, up to
   * that one. Throws as `hash` does.
   */
  findMatch(
    password: string,
    hashes: readonly (string | undefined)[],
    requester?: Requester,
  ): Promise<number | undefined>;
  /** Whether passwords have to wait at the moment. */
  isBusy(): boolean;
}

/** Hashes a few passwords at once; the others wait, shared fairly, and no more than memory has room for. */
export async function createPasswords(cost = passwordCost): Promise<Passwords> {
  const semaphore = createFairSemaphore(atOnce, queueLimit);
  const server: Requester = { key: 'server', known: true };
  // Verified when there is no account, so that an unknown address takes as long as a known one.
  const nobodysHash = await hash(randomBytes(32), cost);
  const matches = async (password: string, hashed: string | undefined) =>
    (await verify(hashed ?? nobodysHash, password)) && hashed !== undefined;
  return {
    isBusy: semaphore.isBusy,
    hash: (password, requester = server) => semaphore.run(requester, () => hash(password, cost)),
    verify: (password, hashed, requester = server) =>
      semaphore.run(requester, () => matches(password, hashed)),
    findMatch: (password, hashes, requester = server) =>
      semaphore.run(requester, async () => {
        for (const [place, hashed] of hashes.entries()) if (await matches(password, hashed)) return place;
        return undefined;
      }),
  };
}
