import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { takeTurns } from '../turns';

/** argon2id with 19 MiB, two passes and one lane (design, section 8). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
const queueLimit = 64;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Whether the password is the hashed one. Without a hash it takes as long, and answers false. */
  verify(password: string, hashed: string | undefined): Promise<boolean>;
}

/** Hashes a few passwords at once and queues the next ones; a full queue is a 503, so that memory stays bounded. */
export async function createPasswords(): Promise<Passwords> {
  const inTurn = takeTurns(atOnce, queueLimit);
  // Verified when there is no account, so that an unknown address takes as long as a known one.
  const nobodysHash = await hash(randomBytes(32), options);
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    verify: (password, hashed) =>
      inTurn(async () => (await verify(hashed ?? nobodysHash, password)) && hashed !== undefined),
  };
}
