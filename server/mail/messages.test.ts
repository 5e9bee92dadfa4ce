import { describe, expect, test } from 'vitest';
import { isCodeMail } from '../../contract/mail-subjects';
import type { Transaction } from '../../contract/transaction';
import { brandOf, createMails } from './messages';
import type { StatusNotice } from './notices';

const linkToReport = (userId: string, about: string) =>
  `https://invest.example.com/auth/not-me#token=${userId}.${about}`;
const mails = createMails('https://invest.example.com', 'Averin', linkToReport);
const ada = { id: '0198b2f0-0000-7000-8000-000000000002', email: 'ada@example.com' };
const withdrawal: Transaction = {
  _id: '0198b2f0-0000-7000-8000-000000000001',
  user: {
    _id: '0198b2f0-0000-7000-8000-000000000002',
    firstName: 'Ada',
    lastName: 'L',
    email: 'ada@example.com',
  },
  trxType: 'WITHDRAWAL',
  amount: 1234.5,
  plan: null,
  crypto: 'usdt-erc-20',
  transactionId: null,
  imageUrl: null,
  wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
  status: 'PENDING',
  version: 1,
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
};
const keptAddress = {
  _id: ada.id,
  label: 'Cold',
  crypto: 'bitcoin',
  address: '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  createdAt: '2026-01-31T12:00:00.000Z',
} as const;
const registration = {
  name: 'Ada Lovelace',
  at: new Date('2026-01-31T13:05:09Z'),
  device: 'Firefox on Windows',
};
const codeMails = [
  mails.verificationCode('ada@example.com', '123456', registration),
  mails.resetCode('ada@example.com', '123456', registration),
] as const;

describe('a mail', () => {
  test('with a code is told by its subject, and no other is', () => {
    for (const { subject } of codeMails) expect(isCodeMail(subject)).toBe(true);
    for (const { subject } of [
      mails.alreadyRegistered('ada@example.com'),
      mails.severalRegistrations('ada@example.com', [registration]),
      mails.received(withdrawal),
      mails.passwordChanged(ada, new Date()),
      mails.holdOverridden(withdrawal, new Date(), undefined),
    ]) {
      expect(isCodeMail(subject)).toBe(false);
    }
  });

  test('with a code is not worth sending after ten minutes', () => {
    for (const { lasts } of codeMails) expect(lasts).toBe(10 * 60_000);
  });

  test('with a code says whose registration it is for, when it was made and with what', () => {
    const [{ text }] = codeMails;
    expect(text).toContain(
      'Name: Ada Lovelace\nRegistered: 2026-01-31 13:05 UTC\nDevice: Firefox on Windows',
    );
    expect(text.indexOf('123456')).toBeLessThan(text.indexOf('Ada'));
    expect(text).toContain('do not enter the code anywhere');
  });

  test('shows a name in one short line, and nothing in it is a link', () => {
    const name = `Ada\u2028\u202eYour code is 999999\nhttps://evil.example/x?a@b ${'x'.repeat(200)}`;
    const { text } = mails.verificationCode('ada@example.com', '123456', { ...registration, name });
    const line = text.split('\n').find((each) => each.startsWith('Name: ')) ?? '';
    expect(line).toContain('Your code is 999999 https');
    expect(line.length).toBeLessThan(90);
    expect(line).not.toMatch(/[\u2028\u202e/:@]{2}|evil\.example|@/);
    expect(/\b\d{6}\b/.exec(text)?.[0]).toBe('123456');
  });

  test.each([
    'https://averin-secure.example/cancel?w=1',
    'www.averin-secure.example/x',
    'averin-secure。example',
    'mailto:help@averin-secure.example',
  ])('makes no link of the address or the payment that somebody has named: %s', (typed) => {
    const { text, html } = mails.received({ ...withdrawal, wallet: typed, transactionId: typed });
    const added = mails.addressAdded(ada, { ...keptAddress, address: typed });
    for (const written of [text, html, added.text, added.html]) {
      expect(written).toMatch(/secure example/);
      expect(written).not.toContain(typed);
      expect(written).not.toMatch(/secure\Sexample|mailto:/);
    }
  });

  test.each([
    ['of Bitcoin', 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297'],
    ['of Litecoin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['of Ethereum', withdrawal.wallet],
    ['of Tron', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
    ['of a currency with long ones', `addr1q${'9x'.repeat(49)}`],
  ])('has an address %s and a hash letter by letter', (_, wallet) => {
    const transactionId = `0x${'9F86d081'.repeat(8)}`;
    const { text } = mails.received({ ...withdrawal, wallet, transactionId });
    expect(text).toContain(`Transaction id: ${transactionId}\nTo the address: ${wallet}\n`);
  });

  test('makes no link of a reason, and leaves its lines, amounts, dates and times', () => {
    const reason =
      'Paid 1.50 of 3.000,25 on 31.01.2026 at 13:05.\nSee https://evil.example/x, //evil.example or ask@evil.example';
    const by = { name: 'Eve', email: 'eve@invest.example.com' };
    const person = {
      act: 'disabled',
      of: 'ada@invest.example.com',
      type: 'admin',
      by,
      at: new Date(),
    } as const;
    for (const { text } of [
      mails.statusChanged(withdrawal, 'declined', reason),
      mails.holdOverridden(withdrawal, new Date(), reason),
      mails.personChanged('root@invest.example.com', { ...person, reason }),
      mails.proposalDecided('root@invest.example.com', 'withdrawal', 'declined', reason),
    ]) {
      expect(text).toContain(
        'Paid 1.50 of 3.000,25 on 31.01.2026 at 13:05.\nSee https evil example/x,  evil example or ask evil example',
      );
    }
  });

  test('says the same in text and in HTML', () => {
    const { to, text, html } = mails.received(withdrawal);
    expect(to).toBe('ada@example.com');
    for (const fact of ['$1,234.50', 'USDT ERC 20 (Ethereum network (ERC-20))', String(withdrawal.wallet)]) {
      expect(text).toContain(fact);
      expect(html).toContain(fact);
    }
    expect(text).toContain('https://invest.example.com/dashboard/transactions');
    expect(html).toContain('href="https://invest.example.com/dashboard/transactions"');
  });

  test('about a withdrawal that waits says until when and why, and no other does', () => {
    const waiting = { notBefore: '2026-02-01T12:00:00.000Z', holdCause: 'new_address' } as const;
    const { text } = mails.received({ ...withdrawal, ...waiting });
    expect(text).toContain('Not paid before: 2026-02-01 12:00 UTC\nWhy: The address is new');
    expect(mails.received(withdrawal).text).not.toContain('Not paid before');
  });

  test('says the end of a wait in a minute in which it is over, not in the one before', () => {
    const end = '2026-02-01T12:00:00.001Z';
    const later = '2026-02-01 12:01 UTC';
    const waiting = { ...withdrawal, notBefore: end, holdCause: 'new_address' } as const;
    for (const { text } of [
      mails.received(waiting),
      mails.passwordChanged(ada, new Date(end), new Date(end)),
      mails.holdOverridden(withdrawal, new Date(end), undefined),
      mails.addressAdded(ada, { ...keptAddress, notBefore: end }),
    ]) {
      expect(text).toContain(later);
    }
  });

  test('that tells to write says where to, and leaves that out where it is not known', () => {
    const at = new Date('2026-01-31T12:00:00.000Z');
    const written = (made: typeof mails) => [
      made.statusChanged({ ...withdrawal, trxType: 'DEPOSIT' }, 'declined', undefined),
      made.holdOverridden(withdrawal, at, undefined),
      made.factorsReset(ada.email, ada, 'server', at),
      made.frozen(ada, true),
      made.takeoverReported(ada.email, at),
      made.standingChanged(ada.email, 'disabled', at),
      made.standingChanged(ada.email, 'offboarded', at),
    ];
    const reached = createMails('https://invest.example.com', 'Averin', linkToReport, 'help@averin.test');
    for (const { text, html } of written(reached)) {
      expect(text).toContain('write to us at help@averin.test');
      expect(html).toContain('write to us at help@averin.test');
    }
    for (const { text } of written(mails)) expect(text).toMatch(/write to us[.\n]/);
  });

  test('about a locked account says what to do about the second factor of a thief', () => {
    const { text } = mails.takeoverReported(ada.email, new Date('2026-01-31T12:00:00.000Z'));
    expect(text).toContain('If the one that is asked for is not yours, tell us');
  });

  test('about a new password says until when pending withdrawals wait, if there are any', () => {
    const at = new Date('2026-01-31T12:00:00.000Z');
    expect(mails.passwordChanged(ada, at, new Date('2026-02-01T12:00:00.000Z')).text).toContain(
      'not paid before 2026-02-01 12:00 UTC',
    );
    expect(mails.passwordChanged(ada, at).text).not.toContain('pending withdrawals');
  });

  test('about a hold that was overridden says when it would have ended, and why it did not wait', () => {
    const { subject, text } = mails.holdOverridden(
      withdrawal,
      new Date('2026-02-01T12:00:00.000Z'),
      'They called us',
    );
    expect(subject).toBe('Your withdrawal was confirmed before its waiting time was over');
    expect(text).toContain('was to wait until 2026-02-01 12:00 UTC');
    expect(text).toContain('Reason: They called us');
    expect(text).toContain(String(withdrawal.wallet));
  });

  test.each<[StatusNotice, string]>([
    ['confirmed', 'paid to the address below'],
    ['declined', 'back in your balance'],
    ['reopened', 'stays reserved'],
    ['cancelled', 'You cancelled'],
  ])('about a withdrawal that was %s says what that means', (notice, words) => {
    const { subject, text } = mails.statusChanged(withdrawal, notice, undefined);
    expect(subject).toBe(`Withdrawal ${notice}`);
    expect(text).toContain(words);
    expect(text).not.toContain('Reason');
  });
});

describe('the link "This was not me"', () => {
  const at = new Date('2026-01-31T12:00:00.000Z');
  const factor = { kind: 'totp', name: 'Phone' } as const;
  test.each([
    ['new_sign_in', mails.newSignIn(ada, { name: 'Firefox', ip: '192.0.2.1' }, at)],
    ['password_changed', mails.passwordChanged(ada, at)],
    ['factor_refused', mails.factorRefused(ada, '192.0.2.1', at)],
    ['factor_added', mails.factorAdded(ada, factor, at)],
    ['factor_removed', mails.factorRemoved(ada, factor, at)],
    ['factors_reset', mails.factorsReset(ada.email, ada, 'server', at)],
    ['recovery_codes_made', mails.recoveryCodesMade(ada, at)],
    ['recovery_code_used', mails.recoveryCodeUsed(ada, at)],
    ['address_added', mails.addressAdded(ada, keptAddress)],
    ['deposit_received', mails.received({ ...withdrawal, trxType: 'DEPOSIT' })],
    ['withdrawal_received', mails.received(withdrawal)],
    ['withdrawal_cancelled', mails.statusChanged(withdrawal, 'cancelled', undefined)],
    ['withdrawal_confirmed', mails.statusChanged(withdrawal, 'confirmed', undefined)],
    ['hold_overridden', mails.holdOverridden(withdrawal, at, undefined)],
    ['unfrozen', mails.frozen(ada, false)],
  ] as const)('of %s names the owner and what the mail is about', (about, { to, text, html }) => {
    expect(to).toBe(ada.email);
    expect(text).toContain(linkToReport(ada.id, about));
    expect(html).toContain(`href="${linkToReport(ada.id, about)}"`);
  });

  test.each([
    ['an address without an account', mails.verificationCode(ada.email, '123456', registration)],
    ['several registrations', mails.severalRegistrations(ada.email, [registration])],
    ['whoever registers again', mails.alreadyRegistered(ada.email)],
    ['whoever asked for a code', mails.resetCode(ada.email, '123456', { at, device: 'Firefox' })],
    ['administrators about another', mails.factorsReset('admin@example.com', ada, 'administrators', at)],
    [
      'administrators about refusals',
      mails.refusedOften('admin@example.com', { refused: [], more: 0, minutes: 15 }),
    ],
    [
      'administrators about a report',
      mails.reportWaits('admin@example.com', { id: ada.id, account: ada.email, about: 'unfrozen', at }),
    ],
    ['the owner of a locked account', mails.takeoverReported(ada.email, at)],
  ])('is in no mail to %s', (_, { text, html }) => {
    expect(`${text}${html}`).not.toContain('not-me');
  });
});

test.each([
  ['Averin <no-reply@example.com>', 'Averin'],
  ['"Averin, Ltd." <no-reply@example.com>', 'Averin, Ltd.'],
  ['no-reply@example.com', 'no-reply@example.com'],
  ['<no-reply@example.com>', '<no-reply@example.com>'],
])('mail from %s is signed %s', (from, brand) => {
  expect(brandOf(from)).toBe(brand);
});
