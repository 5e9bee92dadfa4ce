import { describe, expect, it } from 'vitest';
import { buildEvent } from '../testing/console-host';
import { actionText, differencesOf } from './difference';

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
});

it('an action is read as words', () => {
  expect(actionText('transaction.status_changed')).toBe('Transaction: status changed');
});
