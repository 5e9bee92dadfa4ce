import nodemailer from 'nodemailer';
import { takeTurns } from '../turns';
import type { Deliver } from './sender';

export interface Smtp {
  deliver: Deliver;
  close(): void;
}

/** Milliseconds; a server that hangs must not hold the queue. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Connections at once; providers allow few. */
const atOnce = 3;

/** Delivery by SMTP. The Message-ID is the outbox's, so that a mail sent twice can be told. */
export function createSmtp(url: string, from: string): Smtp {
  const transport = nodemailer.createTransport({ url, ...timeouts });
  const host = new URL(url).hostname;
  const inTurn = takeTurns(atOnce, Number.POSITIVE_INFINITY);
  return {
    async deliver({ id, to, subject, text, html }) {
      const mail = { from, to, subject, text, html, messageId: `<${id}@${host}>` };
      await inTurn(() => transport.sendMail(mail));
    },
    close: () => transport.close(),
  };
}
