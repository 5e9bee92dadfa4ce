import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error';

/*
 * Encryption in the format of age (age-encryption.org): each file for the public half of a key, and the key itself for a
 * passphrase, in a file beside them. The public half is written nowhere: who has the folder alone can make no file that
 * the key opens.
 */

/** Opens and makes the files of one folder. */
export interface BackupKey {
  identity: string;
  recipient: string;
  /** The identity for the passphrase: the content of the file of the key. */
  sealed: Uint8Array;
}

/** The file of the key, in the folder of a backup or of the log. */
export const keyFile = 'key.age';

/** The work that each try of a passphrase costs, as a power of two: half a second. */
const workFactor = 16;

/** A new key for a passphrase. */
export async function makeKey(passphrase: string): Promise<BackupKey> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  const sealed = await encrypter.encrypt(identity);
  return { identity, recipient: await identityToRecipient(identity), sealed };
}

/** The key of a file; `undefined` when the passphrase is another one. */
export async function openKey(sealed: Uint8Array, passphrase: string): Promise<BackupKey | undefined> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const identity = await decrypter.decrypt(sealed, 'text');
    return { identity, recipient: await identityToRecipient(identity), sealed };
  } catch {
    return undefined;
  }
}

/** As `openKey`; throws {@link BackupError} when there is no passphrase, or another one. */
export async function requireKey(
  sealed: Uint8Array,
  passphrase: string | undefined,
  folder: string,
): Promise<BackupKey> {
  if (passphrase === undefined) throw new BackupError(`${folder} is encrypted: set BACKUP_PASSPHRASE.`);
  const key = await openKey(sealed, passphrase);
  if (!key) {
    throw new BackupError(
      `BACKUP_PASSPHRASE is not the passphrase of ${folder}, or its ${keyFile} is damaged.`,
    );
  }
  return key;
}

type Bytes = AsyncIterable<Uint8Array>;

/** Encrypts what passes. */
export async function* encrypted(source: Bytes, { recipient }: BackupKey): Bytes {
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(toWeb(source));
}

/** Decrypts what passes; throws when a byte of it was changed or is missing. */
export async function* decrypted(source: Bytes, { identity }: BackupKey): Bytes {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  yield* await decrypter.decrypt(toWeb(source));
}

function toWeb(source: Bytes): globalThis.ReadableStream<Uint8Array> & ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(source)) as never;
}
