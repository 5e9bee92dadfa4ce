import { createHmac } from 'node:crypto';
import { createSecretBox } from './secret-box';

/**
 * Encrypts what tells about a person. The key of a person is made of a secret outside the database and of the person's
 * salt in it: whoever has one of them alone reads nothing, and once the salt is deleted nobody ever does
 * (docs/decisions/0024-personal-data.md).
 */
export interface PersonalSeal {
  /** `about` says what the text belongs to: moved to another row it cannot be opened. */
  seal(salt: Uint8Array, text: string, about: string): Buffer;
  /** The text; `undefined` when the person has no salt any more, or it was sealed for another one or otherwise. */
  open(salt: Uint8Array | null, sealed: Buffer, about: string): string | undefined;
  /** A key that is made of those of several people, in this order, for what has this nonce: gone when one of them is. */
  textKey(salts: readonly Uint8Array[], nonce: Uint8Array): Buffer;
}

/** The seal of a product whose secret this is. */
export function createPersonalSeal(secret: Uint8Array): PersonalSeal {
  const boxOf = (salt: Uint8Array) => createSecretBox(createHmac('sha256', secret).update(salt).digest());
  return {
    seal: (salt, text, about) => boxOf(salt).seal(text, about),
    open: (salt, sealed, about) => (salt === null ? undefined : boxOf(salt).open(sealed, about)),
    textKey: (salts, nonce) =>
      createHmac('sha256', secret)
        .update(Buffer.concat([Buffer.from('text|'), nonce, ...salts]))
        .digest(),
  };
}

function unknownSecret(): never {
  throw new Error('The database was opened without the secret of the personal data');
}

/** Of a connection that has nothing to do with people. */
export const withoutSeal: PersonalSeal = {
  seal: unknownSecret,
  open: unknownSecret,
  textKey: unknownSecret,
};
