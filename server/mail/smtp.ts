import { isIP } from 'node:net';
import tls from 'node:tls';
import { domainToASCII } from 'node:url';
import nodemailer from 'nodemailer';
import { type Deliver, MailRefused, MailServerAway, MailUnsure } from './deliver';
import { mostConnections } from './ways';

export interface Smtp {
  deliver: Deliver;
  close(): void;
}

export interface SmtpOptions {
  /** `smtps://` speaks TLS from the first byte, `smtp://` changes to it before anything is said. */
  url: string;
  from: string;
  /** Where the product is reached. */
  publicUrl: string;
  /** False sends everything in clear, and is for a mail server on the same machine or wire. */
  encrypted: boolean;
  /** Certificates to trust besides the system's, as PEM. */
  certificates?: string;
  longest?: Readonly<Record<Stage, number>>;
}

/**
 * How far a mail has come: it has no connection yet; the server is told of it and hears it; all of it is said, and the
 * server has to say whether it takes it.
 */
type Stage = 'connecting' | 'said' | 'verdict';

/**
 * Milliseconds that each may take; a server that hangs must not hold the queue. The last is what RFC 5321 (4.5.3.2.6)
 * asks for: a mail that is given up there may have been taken.
 */
const longestStages = { connecting: 20_000, said: 30_000, verdict: 600_000 } as const;
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: longestStages.verdict };

/**
 * Each connection sends one mail after the other, and is closed when there is none. What goes wrong is the outbox's to
 * try again.
 */
const pool = { pool: true, maxConnections: mostConnections, maxRequeues: 0, idleTimeout: 5_000 } as const;

/**
 * That no person has written the mail: programs that answer for somebody who is away answer none such (RFC 3834, 5). The
 * second is for Microsoft Exchange ([MS-OXCMAIL] 2.1.3.2.20).
 */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' };

/** The domain of an address, in the letters that a Message-ID may have. */
function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1).replace(/>$/, ''));
}

/**
 * What the product calls itself at the beginning of a connection: the name it is reached by. Without one it is the machine's, or
 * `[127.0.0.1]` where that is none, as in a container; relays refuse that (Google's with "421 Try again later").
 */
function greetingOf(publicUrl: string): string | undefined {
  const { hostname } = new URL(publicUrl);
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : undefined;
}

/** What Node.js trusts by itself: with `ca` it would trust nothing else. Before Node.js 22 its own list alone can be read. */
function trusted(): readonly string[] {
  const { getCACertificates } = tls as typeof tls & { getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

/** Watches the stages of a mail, none of which may take too long. */
interface Watch {
  stage: Stage;
  /** Aborted when a stage has taken too long. */
  signal: AbortSignal;
  enter(stage: Stage): void;
  end(): void;
}

function watchStages(longest: Readonly<Record<Stage, number>>): Watch {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const watch: Watch = {
    stage: 'connecting',
    signal: late.signal,
    enter(stage) {
      clearTimeout(timer);
      watch.stage = stage;
      timer = setTimeout(() => late.abort(), longest[stage]);
    },
    end: () => clearTimeout(timer),
  };
  watch.enter('connecting');
  return watch;
}

/**
 * Delivery by SMTP. The Message-ID is the outbox's, at the sender's domain, so that a mail sent twice can be told. Unless told otherwise, neither
 * mail nor password leaves before the connection is encrypted and the server's certificate is verified.
 */
export function createSmtp({
  url,
  from,
  publicUrl,
  encrypted,
  certificates,
  longest = longestStages,
}: SmtpOptions): Smtp {
  const domain = domainOf(from);
  const name = greetingOf(publicUrl);
  const watches = new Map<string, Watch>();

  function open() {
    const transport = nodemailer.createTransport({
      url,
      ...(name !== undefined && { name }),
      ...(encrypted ? { requireTLS: true } : { ignoreTLS: true }),
      ...(certificates !== undefined && { tls: { ca: [...trusted(), certificates] } }),
      ...timeouts,
      ...pool,
    });
    transport.use('stream', ({ message }, done) => {
      const watch = watches.get(message.messageId());
      // Asked for once a connection is there, read once the server wants it.
      message.processFunc((body) => {
        watch?.enter('said');
        return body.once('end', () => watch?.enter('verdict'));
      });
      done();
    });
    return transport;
  }

  let transport = open();
  return {
    async deliver({ id, to, subject, text, html }, cut) {
      const messageId = `<${id}@${domain}>`;
      const watch = watchStages(longest);
      watches.set(messageId, watch);
      const signal = AbortSignal.any([cut, watch.signal]);
      const used = transport;
      try {
        await used.sendMail({ from, to, subject, text, html, messageId, headers, signal });
      } catch (error) {
        // Connections that the server has forgotten may be in the way; mails on their way stay on it.
        if (watch.stage === 'connecting' && watch.signal.aborted && transport === used) {
          transport = open();
          used.close();
        }
        throw explain(error, watch.stage);
      } finally {
        watch.end();
        watches.delete(messageId);
      }
    },
    close: () => transport.close(),
  };
}

/** What the library's errors carry, and those of OpenSSL. */
interface SmtpError extends Error {
  code?: string;
  /** What was said to the server, or 'API' when nothing was. */
  command?: string;
  responseCode?: number;
  library?: string;
  reason?: string;
}

/** Says what can be said better than by the library, and tells apart what no further try will change. */
function explain(error: unknown, stage: Stage): unknown {
  if (!(error instanceof Error)) return error;
  const { code, command, responseCode, library, reason } = error as SmtpError;
  if (stage === 'verdict' && responseCode === undefined) {
    return new MailUnsure('The mail server had all of the mail, and did not say whether it takes it', {
      cause: error,
    });
  }
  if (code === 'EABORT') {
    const Late = stage === 'connecting' ? MailServerAway : Error;
    return new Late('The mail server took too long for this mail', { cause: error });
  }
  // The library says that it does not try again, which the outbox does.
  if (/number of retries/.test(error.message)) {
    return new MailServerAway('The mail server ended the connection, or said nothing for too long', {
      cause: error,
    });
  }
  const ofEncryption = library === 'SSL routines';
  if (code === 'ETLS' || (ofEncryption && stage === 'connecting')) {
    return new MailServerAway(
      `The connection to the mail server could not be encrypted, so nothing was sent. ${reason ?? error.message}`,
      { cause: error },
    );
  }
  if (ofEncryption) {
    return new MailServerAway(`The encryption of the connection to the mail server broke: ${reason}`, {
      cause: error,
    });
  }
  // What is refused at MAIL FROM is the sender's address, which the next mail has as well.
  const ofThisMail = (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM';
  if (!ofThisMail) return new MailServerAway(error.message, { cause: error });
  const forGood = responseCode === undefined ? command === 'API' : responseCode >= 500;
  return forGood ? new MailRefused('The mail server refuses this mail', { cause: error }) : error;
}
