import { randomUUID } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isCodeMail } from '../../contract/mail-subjects';
import { z } from '../../contract/zod';
import { MailRefused, MailServerAway, MailUnsure } from '../../server/mail/deliver';
import { createSmtp, type SmtpOptions } from '../../server/mail/smtp';
import { buildRegistration } from '../builders';
import { mailboxList } from '../support/mailbox';
import { patient } from '../support/patience';
import { because } from '../support/people';
import { smtpEnvironment, smtpUser, startSmtp, type TestSmtp } from '../support/smtp';
import { startTestApp, type TestApp } from '../support/test-app';
import { authCalls, newEmail, password } from './auth-calls';

let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  app = await startTestApp({
    ...smtpEnvironment(smtp.port),
    MAIL_FROM: 'Averin Support <support@example.com>',
    PUBLIC_URL: 'https://invest.example.com',
  });
});
afterAll(async () => {
  await app.close();
  await smtp.stop();
});

const register = (email: string) =>
  app.call('POST', '/api/user/create', { body: buildRegistration({ email }) });

async function firstAttemptFailed(email: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query<{ last_error: string | null }>(
        'select last_error from mail_outbox where recipient = $1',
        [email],
      );
      return rows[0]?.last_error;
    })
    .toContain('ECONNREFUSED');
}

/** Lets all waiting mails be due at once instead of after the seconds of their next try. */
const allDue = (of: TestApp) =>
  of.database.pool.query(
    'update mail_outbox set next_attempt_at = now() where sent_at is null and dropped_at is null',
  );

test('the documentation of the API has the name that mails have', async () => {
  const answer = await app.app.inject({ url: '/api/docs/json' });
  expect(answer.json()).toMatchObject({ info: { title: 'Averin Support API' } });
});

test('the code for a registration arrives by SMTP and verifies the address', async () => {
  const email = 'zoe+invest@example.com';
  expect((await register(email)).status).toBe(201);
  const mail = await smtp.mailTo(email);
  expect(mail.from).toMatchObject({ name: 'Averin Support', address: 'support@example.com' });
  expect(mail.subject).toBe('Your verification code');
  expect(mail.text).toContain('https://invest.example.com/auth/verify-email');
  const otp = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(otp);
  // In a container the machine has no name that a relay takes.
  expect(smtp.wire()).toContain('EHLO invest.example.com\r\n');
  // A relay on the same machine is called localhost, as those of others are.
  expect(mail.messageId).toMatch(/^<[\w-]+@example\.com>$/);
  // Nobody who is away answers it.
  const said = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  expect(said('auto-submitted')).toBe('auto-generated');
  expect(said('x-auto-response-suppress')).toBe('OOF, AutoReply');
  const verified = await app.call('POST', '/api/auth/verify-email', { body: { email, otp } });
  expect(verified.status).toBe(200);
});

test('a mail that was sent leaves no code behind in the outbox', async () => {
  const email = 'wiped@example.com';
  await register(email);
  await smtp.mailTo(email);
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        'select text_body, html_body, sent_at is not null as sent from mail_outbox where recipient = $1',
        [email],
      );
      return rows;
    })
    .toEqual([{ text_body: '', html_body: '', sent: true }]);
});

test('with the SMTP server down registering works, and the mail arrives once the server is back', async () => {
  const { port } = smtp;
  await smtp.stop();
  const email = 'patient@example.com';
  expect((await register(email)).status).toBe(201);
  await firstAttemptFailed(email);
  smtp = await startSmtp(port);
  await allDue(app);
  const mail = await smtp.mailTo(email);
  expect(mail.subject).toBe('Your verification code');
  expect(smtp.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1);
});

test('what a mail opens is not read from the database while it waits, and works once it arrives', async () => {
  const token = await app.signInAsAdmin();
  const [email, invited, owner] = [newEmail(), newEmail(), newEmail()];
  const verify = (address: string, otp: string) =>
    app.call('POST', '/api/auth/verify-email', { body: { email: address, otp } });
  await register(owner);
  const verified = await verify(owner, /\b\d{6}\b/.exec((await smtp.mailTo(owner)).text ?? '')?.[0] ?? '');
  const { port } = smtp;
  await smtp.stop();
  await register(email);
  const invitation = { token, headers: because('More hands'), body: { email: invited, type: 'admin' } };
  expect((await app.call('POST', '/api/admin/invitations', invitation)).status).toBe(201);
  const change = { oldPassword: password, newPassword: `${password} 2` };
  const own = { token: z.string().parse(verified.data), body: change };
  const changed = await app.call('PUT', '/api/user/password', own);
  expect(changed.status).toBe(200);
  await firstAttemptFailed(email);
  const { rows } = await app.database.pool.query<{ text: string }>(
    `select concat_ws(' ', subject, text_body, html_body) as text from mail_outbox where sent_at is null`,
  );
  const waiting = rows.map(({ text }) => text).join();
  expect(waiting).toContain('Your verification code');
  expect(waiting).toContain('You are invited');
  expect(waiting).toContain('Your password was changed');

  smtp = await startSmtp(port);
  await allDue(app);
  const secretOf = async (to: string, pattern: RegExp) => {
    const mail = await smtp.mailTo(to);
    const found = pattern.exec(mail.text ?? '')?.[1] ?? '';
    expect(found, mail.subject).not.toBe('');
    expect(mail.html).toContain(found);
    expect(waiting).not.toContain(found);
    return found;
  };
  expect((await verify(email, await secretOf(email, /\b(\d{6})\b/))).status).toBe(200);
  const link = await secretOf(invited, /#(\S+)/);
  const opened = await app.call('POST', '/api/auth/invitation', { body: { token: link } });
  expect(opened.data).toMatchObject({ email: invited });
  const report = await secretOf(owner, /#token=(\S+)/);
  const reported = await app.call('POST', '/api/auth/not-me', { body: { token: report } });
  expect(reported.data).toMatchObject({ already: false });
});

test('a code that expired while the server was down is not sent any more', async () => {
  const { port } = smtp;
  await smtp.stop();
  const email = 'late@example.com';
  await register(email);
  await firstAttemptFailed(email);
  await app.database.pool.query(
    `update mail_outbox set expires_at = now() - interval '1 second' where recipient = $1`,
    [email],
  );
  smtp = await startSmtp(port);
  await expect
    .poll(async () => {
      const { rows } = await app.database.pool.query(
        'select dropped_at is not null as dropped, text_body from mail_outbox where recipient = $1',
        [email],
      );
      return rows;
    })
    .toEqual([{ dropped: true, text_body: '' }]);
  expect(smtp.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(0);
});

test('the dev mailbox does not exist when mail goes by SMTP', async () => {
  expect((await app.call('GET', mailboxList)).status).toBe(404);
});

/** The mails to an address as they are stored. */
async function stored(email: string, of: TestApp = app) {
  const { rows } = await of.database.pool.query<{
    attempts: number;
    last_error: string | null;
    sent: boolean;
    failed: boolean;
    resting: boolean;
    text_body: string;
  }>(
    `select attempts, last_error, sent_at is not null as sent,
       failed_at is not null and dropped_at is not null as failed, text_body,
       -- Longer than a sender has it.
       next_attempt_at > now() + interval '2 minutes' as resting
     from mail_outbox where recipient = $1`,
    [email],
  );
  return rows;
}

/** What must not be read on the way: who signs in, to whom a mail goes, and what it says. */
function readableBy(wire: string, email: string): string[] {
  const credentials = Buffer.from(`\0${smtpUser.name}\0${smtpUser.password}`).toString('base64');
  const words = [
    credentials,
    Buffer.from(smtpUser.password).toString('base64'),
    'AUTH',
    'MAIL FROM',
    email,
    'verification code',
  ];
  return words.filter((word) => wire.includes(word));
}

describe('over smtp://', () => {
  test('mail and password leave encrypted', async () => {
    const email = 'sealed@example.com';
    await register(email);
    await smtp.mailTo(email);
    expect(smtp.wire()).toContain('STARTTLS');
    expect(readableBy(smtp.wire(), email)).toEqual([]);
  });

  test.each([
    ['does not encrypt', { inClear: true }, {}, 'could not be encrypted, so nothing was sent'],
    ['has a certificate that nobody vouches for', {}, { SMTP_TLS_CA: '' }, 'self-signed certificate'],
  ])('to a server that %s nothing is sent, and why is kept', async (_, behaviour, environment, why) => {
    const other = await startSmtp(undefined, behaviour);
    const careful = await startTestApp({ ...smtpEnvironment(other.port), ...environment });
    const email = 'careful@example.com';
    await careful.call('POST', '/api/user/create', { body: buildRegistration({ email }) });
    await expect.poll(async () => (await stored(email, careful))[0]?.last_error).toContain(why);
    expect(other.mails).toEqual([]);
    expect(readableBy(other.wire(), email)).toEqual([]);
    await careful.close();
    await other.stop();
  });

  test('to a server that does not encrypt it leaves when the operator says so', async () => {
    const other = await startSmtp(undefined, { inClear: true });
    const open = await startTestApp({ ...smtpEnvironment(other.port), SMTP_TLS: 'off' });
    const email = 'open@example.com';
    await open.call('POST', '/api/user/create', { body: buildRegistration({ email }) });
    expect((await other.mailTo(email)).subject).toBe('Your verification code');
    await open.close();
    await other.stop();
  });
});

describe('a mail that fails for good', () => {
  /** Lets the waiting mail of an address be due. */
  const due = (email: string, of: TestApp) =>
    of.database.pool.query(
      `update mail_outbox set next_attempt_at = now(), expires_at = null where recipient = $1`,
      [email],
    );

  test('because its recipient is refused ends after three tries, without its text', async () => {
    const email = 'nobody-here@example.com';
    const refusal = (recipient: string) =>
      recipient === email ? { code: 550, text: `5.1.1 <${email}> unknown` } : undefined;
    const other = await startSmtp(undefined, { refusal });
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    const product = await startTestApp({ ...smtpEnvironment(other.port), LOG_LEVEL: 'debug' }, { log });
    await product.call('POST', '/api/user/create', { body: buildRegistration({ email }) });
    for (const attempts of [1, 2]) {
      await expect
        .poll(() => stored(email, product))
        .toMatchObject([
          { attempts, resting: true, failed: false, last_error: expect.stringContaining('550') },
        ]);
      await due(email, product);
    }
    await expect
      .poll(() => stored(email, product))
      .toMatchObject([{ attempts: 3, failed: true, sent: false, text_body: '' }]);
    const [failed] = await stored(email, product);
    expect(failed?.last_error).toContain('5.1.1');
    // It is not taken again, and others still leave.
    await due(email, product);
    await product.call('POST', '/api/user/create', {
      body: buildRegistration({ email: 'other@example.com' }),
    });
    await other.mailTo('other@example.com');
    expect(await stored(email, product)).toMatchObject([{ attempts: 3 }]);
    const told = lines.filter((line) => line.includes('mail was not sent')).join('');
    expect(told).toContain('EENVELOPE');
    expect(told).not.toContain(email);
    await product.close();
    await other.stop();
  });

  test('because the server never takes it ends after as many tries as fill two days', async () => {
    const email = 'two-days@example.com';
    const other = await startSmtp(undefined, {
      refusal: () => ({ code: 451, text: '4.7.1 try again later' }),
    });
    const product = await startTestApp(smtpEnvironment(other.port));
    await product.call('POST', '/api/user/create', { body: buildRegistration({ email }) });
    await expect.poll(async () => (await stored(email, product))[0]?.last_error).toContain('451');
    await product.database.pool.query(
      'update mail_outbox set attempts = 54, next_attempt_at = now(), expires_at = null where recipient = $1',
      [email],
    );
    await expect
      .poll(() => stored(email, product))
      .toMatchObject([{ attempts: 55, resting: true, failed: false }]);
    await due(email, product);
    await expect
      .poll(() => stored(email, product))
      .toMatchObject([{ attempts: 56, failed: true, text_body: '' }]);
    await product.close();
    await other.stop();
  });
});

test('a server that goes on saying that it is not done yet has a mail for so long, and the connection no longer', async () => {
  let ended = false;
  const endless = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 endless.example');
    let inMail = false;
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const said = data.toString();
      if (inMail && !/\r\n\.\r\n$/.test(said)) return;
      if (inMail) {
        const timer = setInterval(() => say('250-wait'), 20);
        socket.on('close', () => {
          clearInterval(timer);
          ended = true;
        });
        return;
      }
      inMail = /^DATA/.test(said);
      say(inMail ? '354 go on' : '250 yes');
    });
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const { port } = endless.address() as AddressInfo;
  const slow = createSmtp({
    url: `smtp://127.0.0.1:${port}`,
    from: 'a@example.com',
    publicUrl: 'http://127.0.0.1:3000',
    encrypted: false,
    longest: { connecting: patient(5_000), said: patient(5_000), verdict: 300 },
  });
  const mail = { id: randomUUID(), to: 'ada@example.com', subject: 'S', text: 'T', html: 'T' };
  await expect(slow.deliver(mail, new AbortController().signal)).rejects.toThrow(MailUnsure);
  await expect.poll(() => ended).toBe(true);
  slow.close();
  await new Promise((resolve) => endless.close(resolve));
});

describe('a code that has ended', () => {
  let close = async () => {};
  afterEach(() => close());

  /** A product whose mail server takes nothing at first. */
  async function whileGrey() {
    let grey = false;
    const server = await startSmtp(undefined, {
      refusal: () => (grey ? { code: 451, text: '4.7.1 try again later' } : undefined),
    });
    const product = await startTestApp(smtpEnvironment(server.port));
    close = async () => {
      await product.close();
      await server.stop();
    };
    return {
      product,
      server,
      calls: authCalls(() => product, { keepsCookies: true }),
      setGrey: (value: boolean) => {
        grey = value;
      },
      /** Waits until the newest mail to an address was tried and not taken. */
      tried: (email: string, mails: number) =>
        expect
          .poll(async () => (await stored(email, product)).filter((mail) => mail.last_error).length)
          .toBe(mails),
    };
  }
  const codes = (server: TestSmtp, email: string) =>
    server.mails
      .filter(({ recipients, mail }) => recipients.includes(email) && isCodeMail(mail.subject ?? ''))
      .map(({ mail }) => /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '');

  test('because a newer one was made is not mailed any more', async () => {
    const { product, server, calls, setGrey, tried } = await whileGrey();
    const email = newEmail();
    setGrey(true);
    await calls.register(email);
    await tried(email, 1);
    await calls.register(email);
    await tried(email, 2);
    setGrey(false);
    await allDue(product);
    await server.mailTo(email);
    await expect
      .poll(async () => (await stored(email, product)).map(({ sent, text_body }) => [sent, text_body]).sort())
      .toEqual([
        [false, ''],
        [true, ''],
      ]);
    const mailed = codes(server, email);
    expect(mailed).toHaveLength(1);
    expect((await calls.verify(email, mailed[0] ?? '')).status).toBe(200);
  });

  test('with the password that it was made for is not mailed after that of its change', async () => {
    const { product, server, calls, setGrey, tried } = await whileGrey();
    const email = newEmail();
    await calls.register(email);
    await server.mailTo(email);
    const { data } = await calls.verify(email, codes(server, email)[0] ?? '');
    setGrey(true);
    await calls.resend(email, 'reset_password');
    await tried(email, 1);
    await product.call('PUT', '/api/user/password', {
      token: z.string().parse(data),
      body: { oldPassword: password, newPassword: 'the second password' },
    });
    setGrey(false);
    await allDue(product);
    await expect.poll(async () => (await stored(email, product)).filter(({ sent }) => sent).length).toBe(2);
    expect(codes(server, email)).toHaveLength(1);
    const unsent = `select dropped_at is not null and failed_at is null as expired, text_body
      from mail_outbox where sent_at is null`;
    await expect
      .poll(async () => (await product.database.pool.query(unsent)).rows)
      .toEqual([{ expired: true, text_body: '' }]);
  });
});

describe('to a mail server of its own mind', () => {
  type Answer = string | undefined | ((socket: Socket) => string | undefined | Promise<string>);
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  /** Sends to a server that says what it is told to at a command, nothing where that is undefined; `.` is the end of a mail. */
  async function scripted(answers: [string, Answer][], options: Partial<SmtpOptions> = {}) {
    const answerTo = new Map(answers);
    const bodies: string[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      let heard = '';
      let body: string | undefined;
      async function hear(line: string): Promise<void> {
        if (body !== undefined && line !== '.') {
          body += `${line}\n`;
          return;
        }
        if (body !== undefined) bodies.push(body);
        body = undefined;
        const command = line.split(' ')[0] ?? '';
        const usual = command === 'DATA' ? '354 go on' : '250 yes';
        const answer = answerTo.has(command) ? answerTo.get(command) : usual;
        const said = await (typeof answer === 'function' ? answer(socket) : answer);
        if (said === '354 go on') body = '';
        if (said !== undefined) socket.write(`${said}\r\n`);
      }
      let hearing = Promise.resolve();
      socket.on('data', (data) => {
        heard += data.toString();
        const lines = heard.split('\r\n');
        heard = lines.pop() ?? '';
        for (const line of lines) hearing = hearing.then(() => hear(line));
      });
      socket.write('220 own.example\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const longest = { connecting: patient(5_000), said: patient(5_000), verdict: patient(5_000) };
    const url = `smtp://127.0.0.1:${port}`;
    const own = createSmtp({
      url,
      from: 'a@example.com',
      publicUrl: 'http://127.0.0.1:3000',
      encrypted: false,
      longest,
      ...options,
    });
    open.push(async () => {
      own.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    const mail = { id: randomUUID(), to: 'ada@example.com', subject: 'S', text: 'T', html: 'T' };
    const deliver = () => own.deliver(mail, new AbortController().signal);
    const failure = () =>
      deliver().then(
        () => undefined,
        (error: unknown) => error,
      );
    return { deliver, failure, bodies };
  }

  test('the end of a mail may take longer than anything before it, which is of this mail and no other', async () => {
    const longest = { connecting: patient(5_000), said: patient(800), verdict: patient(10_000) };
    const later = async () => {
      await sleep(longest.said + 300);
      return '250 taken';
    };
    const { deliver, bodies } = await scripted([['.', later]], { longest });
    await deliver();
    expect(bodies).toHaveLength(1);

    const hanging = await scripted([['RCPT', undefined]], { longest });
    const failure = await hanging.failure();
    expect(failure).toEqual(new Error('The mail server took too long for this mail'));
    expect(failure).not.toBeInstanceOf(MailServerAway);
  });

  test('a mail that was all said and not answered may have arrived, and is the same mail when it is sent again', async () => {
    const { failure, bodies } = await scripted([['.', (socket) => void socket.destroy()]]);
    expect(await failure()).toBeInstanceOf(MailUnsure);
    expect(await failure()).toBeInstanceOf(MailUnsure);
    const ids = bodies.map((body) => /^Message-ID: (.*)$/im.exec(body)?.[1]);
    expect(ids).toEqual([expect.stringContaining('@example.com>'), ids[0]]);
  });

  test.each([
    ['451 later', Error],
    ['421 closing', Error],
    ['554 no', MailRefused],
  ])('one that was answered %s has not', async (answer, kind) => {
    const { failure } = await scripted([['.', answer]]);
    const failed = await failure();
    expect(failed).toBeInstanceOf(kind);
    expect(failed).not.toBeInstanceOf(MailUnsure);
  });

  test('connections that it has forgotten are given up for others', async () => {
    const longest = { connecting: patient(1_500), said: patient(5_000), verdict: patient(5_000) };
    let refusing = true;
    const { deliver, failure } = await scripted(
      [
        ['RCPT', () => (refusing ? '450 later' : '250 yes')],
        ['RSET', undefined],
      ],
      { longest },
    );
    // As many as there may be connections.
    for (let n = 0; n < 8; n += 1) expect(await failure()).not.toBeInstanceOf(MailServerAway);
    refusing = false;
    expect(await failure()).toBeInstanceOf(MailServerAway);
    await deliver();
  });

  test('encryption that is none is said in words', async () => {
    const { failure } = await scripted(
      [
        ['EHLO', '250-own.example\r\n250 STARTTLS'],
        [
          'STARTTLS',
          (socket) => {
            socket.write('220 go\r\n');
            // The client has begun to speak TLS.
            socket.once('data', () => socket.write('NOT TLS AT ALL\r\n'));
            return undefined;
          },
        ],
      ],
      { encrypted: true },
    );
    const failed = await failure();
    expect(failed).toBeInstanceOf(MailServerAway);
    expect(String(failed)).toMatch(/could not be encrypted, so nothing was sent\. [a-z ]+$/);
  });
});
