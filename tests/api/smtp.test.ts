import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRegistration } from '../builders';
import { smtpUser, startSmtp, type TestSmtp } from '../support/smtp';
import { startTestApp, type TestApp } from '../support/test-app';

let smtp: TestSmtp;
let app: TestApp;
beforeAll(async () => {
  smtp = await startSmtp();
  const user = `${smtpUser.name}:${encodeURIComponent(smtpUser.password)}`;
  app = await startTestApp({
    SMTP_URL: `smtp://${user}@127.0.0.1:${smtp.port}`,
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
    .poll(
      async () => {
        const { rows } = await app.database.pool.query(
          'select dropped_at is not null as dropped, text_body from mail_outbox where recipient = $1',
          [email],
        );
        return rows;
      },
      { timeout: 10_000 },
    )
    .toEqual([{ dropped: true, text_body: '' }]);
  expect(smtp.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(0);
});

test('the dev mailbox does not exist when mail goes by SMTP', async () => {
  expect((await app.call('GET', '/dev/mailbox.json')).status).toBe(404);
});
