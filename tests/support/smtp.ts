import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestSmtp {
  port: number;
  /** Mail received, oldest first. */
  mails: { recipients: string[]; mail: Email }[];
  /** Waits for a mail to an address. */
  mailTo(email: string, timeout?: number): Promise<Email>;
  stop(): Promise<void>;
}

export const smtpUser = { name: 'mailer', password: 'mail secret' };

/** A real SMTP server that asks for a sign-in; `port` 0 takes a free one. */
export async function startSmtp(port = 0): Promise<TestSmtp> {
  const mails: TestSmtp['mails'] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    // Loopback has no certificate to offer; the exchange itself is the real one.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const right = username === smtpUser.name && password === smtpUser.password;
      if (right) done(null, { user: username });
      else done(new Error('Invalid username or password'));
    },
    onData(stream, session, done) {
      buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          mails.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), mail });
          done();
        })
        .catch(done);
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    async mailTo(email, timeout = 15_000) {
      for (let waited = 0; waited < timeout; waited += 50) {
        const found = mails.find(({ recipients }) => recipients.includes(email));
        if (found) return found.mail;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No mail came for ${email}`);
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
