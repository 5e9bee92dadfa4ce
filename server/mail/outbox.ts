import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Tx } from '../db/client';
import { mailOutbox } from '../db/schema/writes';
import { writing } from '../db/writes';
import type { MailSeal } from './seal';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** What opens something where it stands in the texts: a code, the token of a link. */
  secrets: readonly string[];
  /** After this it is not worth sending. */
  expiresAt?: Date;
  /** The same as milliseconds from now, which is the database's: the clock of a server may be another. */
  lasts?: number;
  /** The code that it carries: once that has ended, it is not sent any more. */
  otpId?: string;
}

export interface Outbox {
  /** Stores a mail in the transaction of what it notifies of; it leaves after the commit. */
  enqueue(tx: Tx, mail: Mail): void;
}

const insertMail = writing('mail', (db) =>
  db.insert(mailOutbox).values({
    id: sql.placeholder('id'),
    recipient: sql.placeholder('recipient'),
    subject: sql.placeholder('subject'),
    textBody: sql.placeholder('textBody'),
    htmlBody: sql.placeholder('htmlBody'),
    // As text: the column's own conversion takes no null from a placeholder.
    expiresAt: sql`coalesce(${sql.placeholder('expiresAt')}::timestamptz,
        now() + ${sql.placeholder('lasts')}::float8 * interval '1 millisecond')`,
    otpId: sql.placeholder('otpId'),
  }),
);

/** The outbox; `wake` is called after a commit, so that the sender need not wait for its next round. */
export function createOutbox(wake: () => void, { hide }: Pick<MailSeal, 'hide'>): Outbox {
  return {
    enqueue(tx, mail) {
      const id = uuid();
      tx.write(
        insertMail({
          id,
          recipient: mail.to,
          subject: mail.subject,
          textBody: hide(mail.text, mail.secrets, id),
          htmlBody: hide(mail.html, mail.secrets, id),
          expiresAt: mail.expiresAt?.toISOString() ?? null,
          lasts: mail.lasts ?? null,
          otpId: mail.otpId ?? null,
        }),
      );
      tx.afterCommit(wake);
    },
  };
}
