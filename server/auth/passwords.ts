import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { type Asker, takeFairTurns } from '../fair-turns';

/** argon2id with 19 MiB, two passes and one lane (docs/rules.md, "Passwords"). */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
const queueLimit = 64;

export interface Passwords {
  /** Throws `unavailable` when too many wait, or the asker has gone; the server itself asks at its start. */
  hash(password: string, asker?: Asker): Promise<string>;
  /**
   * Whether the password is the hashed one. Without a hash it takes as long, and answers false. Throws as `hash`
   * does.
   */
  verify(password: string, hashed: string | undefined, asker?: Asker): Promise<boolean>;
  /** Whether passwords have to wait at the moment. */
  isBusy(): boolean;
}

/** Hashes a few passwords at once; the others wait, shared fairly, and no more than memory has room for. */
export async function createPasswords(): Promise<Passwords> {
  const turns = takeFairTurns(atOnce, queueLimit);
  const server: Asker = { key: 'server', known: true };
  // Verified when there is no account, so that an unknown address takes as long as a known one.
  const nobodysHash = await hash(randomBytes(32), options);
  return {
    isBusy: turns.isBusy,
    hash: (password, asker = server) => turns.take(asker, () => hash(password, options)),
    verify: (password, hashed, asker = server) =>
      turns.take(asker, async () => (await verify(hashed ?? nobodysHash, password)) && hashed !== undefined),
  };
}
