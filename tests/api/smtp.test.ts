import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRegistration } from '../builders';
import { mailboxList } from '../support/mailbox';
import { smtpEnvironment, smtpUser, startSmtp, type TestSmtp } from '../support/smtp';
import { startTestApp, type TestApp } from '../support/test-app';

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

test('the code for a registration arrives by SMTP and verifies the address', async () => {
  const email = 'zoe+invest@example.com';
  expect((await register(email)).status).toBe(201);
  const mail = await smtp.mailTo(email);
  expect(mail.from).toMatchObject({ name: 'Averin Support', address: 'support@example.com' });
  expect(mail.subject).toBe('Your verification code');
  expect(mail.text).toContain('https://invest.example.com/auth/verify-email');
  const otp = /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '';
  expect(mail.html).toContain(otp);
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
  const mail = await smtp.mailTo(email);
  expect(mail.subject).toBe('Your verification code');
  expect(smtp.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1);
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
    const other = await startSmtp(0, behaviour);
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
    const other = await startSmtp(0, { inClear: true });
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
    const other = await startSmtp(0, { refusal });
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
    const other = await startSmtp(0, { refusal: () => ({ code: 451, text: '4.7.1 try again later' }) });
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
