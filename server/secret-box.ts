import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
/** Bytes (NIST SP 800-38D). */
const ivLength = 12;
const tagLength = 16;

/** Encrypts short secrets for the database, each bound to whose it is: a row copied to another person opens nothing. */
export interface SecretBox {
  seal(secret: string, owner: string): Buffer;
  /** The secret; `undefined` for what was not sealed with this key for this owner. */
  open(sealed: Buffer, owner: string): string | undefined;
}

/** A box with a key of 32 bytes. */
export function createSecretBox(key: Uint8Array): SecretBox {
  return {
    seal(secret, owner) {
      const iv = randomBytes(ivLength);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(sealed, owner) {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivLength), {
        authTagLength: tagLength,
      })
        .setAAD(Buffer.from(owner))
        .setAuthTag(sealed.subarray(ivLength, ivLength + tagLength));
      const opened = decipher.update(sealed.subarray(ivLength + tagLength), undefined, 'utf8');
      try {
        return opened + decipher.final('utf8');
      } catch {
        // Node tells in no other way that the tag is not the right one.
        return undefined;
      }
    },
  };
}
