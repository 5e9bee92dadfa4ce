import { v7 as uuid } from 'uuid';
import type { Tx } from '../db/client';
import { mailOutbox } from '../db/schema';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** After this it is not worth sending. */
  expiresAt?: Date;
}

export interface Outbox {
  /** Stores a mail in the transaction of what it tells about; it leaves after the commit. */
  enqueue(tx: Tx, mail: Mail): Promise<void>;
}

/** The outbox; `wake` is called after a commit, so that the sender need not wait for its next round. */
export function createOutbox(wake: () => void): Outbox {
  return {
    async enqueue(tx, mail) {
      await tx.db.insert(mailOutbox).values({
        id: uuid(),
        recipient: mail.to,
        subject: mail.subject,
        textBody: mail.text,
        htmlBody: mail.html,
        expiresAt: mail.expiresAt ?? null,
      });
      tx.afterCommit(wake);
    },
  };
}
