import nodemailer from 'nodemailer';
import { atOnce, type Deliver, MailRefused, MailServerAway } from './sender';

export interface Smtp {
  deliver: Deliver;
  close(): void;
}

export interface SmtpOptions {
  /** `smtps://` speaks TLS from the first byte, `smtp://` changes to it before anything is said. */
  url: string;
  from: string;
  /** False sends everything in clear, and is for a mail server on the same machine or wire. */
  encrypted: boolean;
  /** Certificates to trust besides the system's, as PEM. */
  certificates?: string;
}

/** Milliseconds; a server that hangs must not hold the queue. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Each connection sends one mail after the other, and is closed when there is none. What goes wrong is the outbox's to
 * try again.
 */
const pool = { pool: true, maxConnections: atOnce, maxRequeues: 0, idleTimeout: 5_000 } as const;

/**
 * Delivery by SMTP. The Message-ID is the outbox's, so that a mail sent twice can be told. Unless told otherwise, neither
 * mail nor password leaves before the connection is encrypted and the server's certificate is verified.
 */
export function createSmtp({ url, from, encrypted, certificates }: SmtpOptions): Smtp {
  const transport = nodemailer.createTransport({
    url,
    ...(encrypted ? { requireTLS: true } : { ignoreTLS: true }),
    ...(certificates !== undefined && { tls: { ca: certificates } }),
    ...timeouts,
    ...pool,
  });
  const host = new URL(url).hostname;
  return {
    async deliver({ id, to, subject, text, html }) {
      const mail = { from, to, subject, text, html, messageId: `<${id}@${host}>` };
      await transport.sendMail(mail).catch((error: unknown) => {
        throw explain(error);
      });
    },
    close: () => transport.close(),
  };
}

/** What the library's errors carry. */
interface SmtpError extends Error {
  code?: string;
  /** What was said to the server, or 'API' when nothing was. */
  command?: string;
  responseCode?: number;
}

/** Says what can be said better than by the library, and tells apart what no further try will change. */
function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, command, responseCode } = error as SmtpError;
  if (code === 'ETLS') {
    return new MailServerAway(
      `The connection to the mail server could not be encrypted, so nothing was sent. ${error.message}`,
      { cause: error },
    );
  }
  // What is refused at MAIL FROM is the sender's address, which the next mail has as well.
  const ofThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  if (!ofThisMail) return new MailServerAway(error.message, { cause: error });
  const forGood = responseCode === undefined ? command === 'API' : responseCode >= 500;
  return forGood ? new MailRefused('The mail server refuses this mail', { cause: error }) : error;
}
