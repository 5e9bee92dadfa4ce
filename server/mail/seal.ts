import { createSecretBox } from '../secret-box';
import type { Deliver } from './deliver';

/**
 * Keeps what opens something, codes and the tokens of links, out of the database while a mail waits there: also in copies
 * of it, which may hold what has been deleted.
 */
export interface MailSeal {
  /** A text of a mail as it is stored: each of the secrets is sealed, for this mail alone. */
  hide(text: string, secrets: readonly string[], mailId: string): string;
  /** Delivers mails with their secrets where they were. */
  opening(deliver: Deliver): Deliver;
}

/** As long as anything sealed is, at least: what people type in braces is not taken for it. */
const sealed = /\{sealed:([\w-]{39,})\}/g;

const anyOf = (texts: readonly string[]) =>
  new RegExp(texts.map((text) => text.replaceAll(/\W/g, '\\$&')).join('|'), 'g');

/** What is sealed with a key of 32 bytes. With another one it stays sealed: then the secret itself is void as well. */
export function createMailSeal(key: Uint8Array): MailSeal {
  const box = createSecretBox(key);
  const open = (text: string, mailId: string) =>
    text.replaceAll(
      sealed,
      (found, secret: string) => box.open(Buffer.from(secret, 'base64url'), mailId) ?? found,
    );
  return {
    hide(text, secrets, mailId) {
      if (secrets.length === 0) return text;
      return text.replaceAll(
        anyOf(secrets),
        (secret) => `{sealed:${box.seal(secret, mailId).toString('base64url')}}`,
      );
    },
    opening: (deliver) => (mail, signal) =>
      deliver({ ...mail, text: open(mail.text, mail.id), html: open(mail.html, mail.id) }, signal),
  };
}
