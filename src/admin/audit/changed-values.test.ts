import { describe, expect, it } from 'vitest';
import { formatMoment } from '../../shared/format';
import { buildEvent } from '../testing/console-host';
import { differencesOf, shownValue } from './changed-values';

describe('what an event changed', () => {
  it('of a transaction is its status alone, not its version', () => {
    expect(differencesOf(buildEvent())).toEqual([{ name: 'Status', before: 'PENDING', after: 'CONFIRMED' }]);
  });

  it('of an account is in dollars, by the names of the figures, without those that stayed', () => {
    const event = buildEvent({
      subjectType: 'account',
      before: { balance: 100, walletBalance: 20, version: 3 },
      after: { balance: 150.5, walletBalance: 20, version: 4 },
    });
    expect(differencesOf(event)).toEqual([{ name: 'Balance', before: '$100.00', after: '$150.50' }]);
  });

  it('of a payment is where it went besides, in words', () => {
    const paid = buildEvent({
      before: { status: 'PENDING', version: 1 },
      after: { status: 'CONFIRMED', version: 2, wallet: '0x5290', amount: 150, crypto: 'usdt-erc-20' },
    });
    expect(differencesOf(paid)).toEqual([
      { name: 'Status', before: 'PENDING', after: 'CONFIRMED' },
      { name: 'Wallet', before: null, after: '0x5290' },
      { name: 'Amount', before: null, after: '$150.00' },
      { name: 'Crypto', before: null, after: 'USDT ERC 20' },
    ]);
  });

  it('of a record of an operator is no amount of dollars, whatever its field is called', () => {
    const edited = buildEvent({ subjectType: 'orders', before: { amount: 3 }, after: { amount: 4 } });
    expect(differencesOf(edited)).toEqual([{ name: 'Amount', before: '3', after: '4' }]);
  });

  it('of something new has no before, of something deleted no after', () => {
    const made = buildEvent({
      subjectType: 'notes',
      before: null,
      after: { publishedAt: null, isOpen: true },
    });
    expect(differencesOf(made)).toEqual([{ name: 'Is open', before: null, after: 'yes' }]);
    const deleted = buildEvent({ subjectType: 'notes', before: { title: 'Hello' }, after: null });
    expect(differencesOf(deleted)).toEqual([{ name: 'Title', before: 'Hello', after: null }]);
  });

  it.each([
    ['user', { about: 'withdrawal_received' }, 'About', 'A withdrawal that was asked for'],
    ['user', { finding: 'mistake' }, 'Finding', 'It was the owner, or nothing happened'],
    ['user', { kind: 'totp' }, 'Kind', 'Authenticator app'],
    ['user', { standing: 'disabled' }, 'Standing', 'Disabled'],
    ['invitation', { type: 'admin' }, 'Type', 'Administrator'],
    ['transaction', { crypto: 'usdt-erc-20' }, 'Crypto', 'USDT ERC 20'],
    ['transaction', { plan: 'basic' }, 'Plan', 'Starter'],
    ['proposal', { kind: 'address' }, 'Kind', 'Platform address'],
    ['proposal', { status: 'PENDING' }, 'Status', 'Waiting'],
    ['proposal', { subjectType: 'wallets' }, 'Subject type', 'Wallets'],
  ])('of %s is in words where there are some: %j', (subjectType, after, name, words) => {
    expect(differencesOf(buildEvent({ subjectType, before: null, after }))).toEqual([
      { name, before: null, after: words },
    ]);
  });

  it('is as it came where the console has no name for it, and of a resource, whose fields are its own', () => {
    const valuesOf = (subjectType: string, after: object) =>
      differencesOf(buildEvent({ subjectType, before: null, after })).map((difference) => difference.after);
    expect(valuesOf('user', { about: 'constructor', constructor: 'x' })).toEqual(['constructor', 'x']);
    expect(valuesOf('notes', { kind: 'address', type: 'admin' })).toEqual(['address', 'admin']);
  });

  it('of a proposal is not the hash of its effect, nor the id of what is not there yet', () => {
    const after = { kind: 'address', subjectType: 'wallets', subjectId: 'new', effectHash: 'a'.repeat(64) };
    const event = buildEvent({ subjectType: 'proposal', before: null, after });
    expect(differencesOf(event).map(({ name }) => name)).toEqual(['Kind', 'Subject type']);
  });
});

it('a moment is shown where the reader is, and ids by their ends', () => {
  const moment = '2026-11-27T18:56:00.602Z';
  expect(shownValue(moment)).toBe(formatMoment(moment));
  const id = (end: string) => `01890a5d-ac96-774b-bcce-b302${end}`;
  expect(shownValue(id('d67ef7d4'))).toBe('…d67ef7d4');
  expect(shownValue(`${id('d67ef7d4')}, ${id('099a3210')}`)).toBe('…d67ef7d4, …099a3210');
  expect(shownValue('PENDING')).toBe('PENDING');
});
