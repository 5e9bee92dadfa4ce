import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { freePort } from './free-port';
import { patient } from './patience';

export interface TestSmtp {
  port: number;
  /** Mail received, oldest first. */
  mails: { recipients: string[]; mail: Email }[];
  /** What clients have sent, as it went over the wire. */
  wire(): string;
  /** Waits for a mail to an address. */
  mailTo(email: string, timeout?: number): Promise<Email>;
  stop(): Promise<void>;
}

interface SmtpBehaviour {
  /** Offers no encryption; it does if not given. */
  inClear?: boolean;
  /** Says to a recipient what the server refuses it with; none is refused if not given. */
  refusal?: (recipient: string) => { code: number; text: string } | undefined;
  /** Takes each mail as it came; nothing is kept then. For more mail than fits into memory. */
  take?: (raw: Buffer) => void;
}

export const smtpUser = { name: 'mailer', password: 'mail secret' };

/** For 127.0.0.1 and localhost, until 2126; nobody trusts it who is not told to. */
const certificateFile = join(import.meta.dirname, 'loopback/certificate.pem');
const keyFile = join(import.meta.dirname, 'loopback/key.pem');

/** The variables for a product that sends by the server at a port, and trusts its certificate. */
export function smtpEnvironment(port: number): { SMTP_URL: string; SMTP_TLS_CA: string } {
  const user = `${smtpUser.name}:${encodeURIComponent(smtpUser.password)}`;
  return { SMTP_URL: `smtp://${user}@127.0.0.1:${port}`, SMTP_TLS_CA: certificateFile };
}

/** A real SMTP server that asks for a sign-in; without a `port` it takes a free one, which it can be started on again. */
export async function startSmtp(
  port?: number,
  { inClear = false, refusal, take }: SmtpBehaviour = {},
): Promise<TestSmtp> {
  const own = port ?? (await freePort());
  const mails: TestSmtp['mails'] = [];
  const heard: Buffer[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    key: readFileSync(keyFile),
    cert: readFileSync(certificateFile),
    disabledCommands: inClear ? ['STARTTLS'] : [],
    // The server would take both; whether they come in clear is for the client to decide.
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const right = username === smtpUser.name && password === smtpUser.password;
      if (right) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onRcptTo({ address }, _session, done) {
      const refused = refusal?.(address);
      done(refused && Object.assign(new Error(refused.text), { responseCode: refused.code }));
    },
    onData(stream, session, done) {
      buffer(stream)
        .then(async (raw) => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          if (take) take(raw);
          else mails.push({ recipients, mail: await PostalMime.parse(raw) });
          done();
        })
        .catch(done);
    },
  });
  // A client that trusts nobody hangs up, which is no failure of the server.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const inner = (server.server.address() as AddressInfo).port;
  // Answers leave at once, as those of mail servers do.
  server.server.on('connection', (socket) => socket.setNoDelay(true));
  const tap = createServer({ noDelay: true }, (client) => {
    const far = connect({ port: inner, host: '127.0.0.1', noDelay: true });
    if (!take) client.on('data', (chunk) => void heard.push(chunk));
    for (const socket of [client, far]) socket.on('error', () => {});
    client.pipe(far).pipe(client);
    client.on('close', () => far.destroy());
    far.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => tap.listen(own, '127.0.0.1', resolve));
  return {
    port: own,
    mails,
    wire: () => Buffer.concat(heard).toString('latin1'),
    async mailTo(email, timeout = patient(60_000)) {
      for (let waited = 0; waited < timeout; waited += 50) {
        const found = mails.find(({ recipients }) => recipients.includes(email));
        if (found) return found.mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No mail came for ${email}`);
    },
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await new Promise<void>((resolve) => tap.close(() => resolve()));
    },
  };
}
