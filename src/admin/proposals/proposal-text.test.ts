import { describe, expect, it } from 'vitest';
import type { Effect } from '../../../contract/proposals';
import { notBeforeText } from '../../shared/hold';
import { changesOf, effectText, summaryOf, titleOf } from './proposal-text';

const effectOf = (changes: Effect['changes'], facts: Effect['facts'] = []) => ({
  ...{ changes, facts },
  versions: {},
});

describe('what a proposal is called', () => {
  const subject = { kind: 'people', subjectType: 'invitation', subjectId: 'new' } as const;
  const invitation = (role: string) => ({
    ...subject,
    effect: effectOf(
      [{ name: 'role', before: null, after: role }],
      [{ name: 'email', value: 'grace@example.com' }],
    ),
  });

  it.each([
    ['admin', 'Invite an administrator', 'Administrator'],
    ['auditor', 'Invite an auditor', 'Auditor'],
  ])('names an invitation of an %s', (role, title, called) => {
    expect(titleOf(invitation(role))).toBe(title);
    expect(summaryOf(invitation(role))).toBe(`Email grace@example.com, Role ${called}`);
  });

  it('is that of its kind for what is done to a person who is there', () => {
    const effect = effectOf([{ name: 'standing', before: 'disabled', after: 'enabled' }]);
    const subject = { kind: 'people', subjectType: 'user', subjectId: 'u-1' } as const;
    expect(titleOf({ ...subject, effect })).toBe('Act on a person');
    expect(summaryOf({ ...subject, effect })).toBe('Standing Disabled to Enabled');
  });
});

it('of a new record only the values that it gets are said; of one that is there what is taken away as well', () => {
  const changes = [
    { name: 'name', before: null, after: 'bitcoin' },
    { name: 'enabled', before: null, after: true },
  ];
  const wallet = { kind: 'address', subjectType: 'wallets', effect: effectOf(changes) } as const;
  expect(summaryOf({ ...wallet, subjectId: 'new' })).toBe('Currency Bitcoin, Shown to investors yes');
  expect(summaryOf({ ...wallet, subjectId: 'w-1' })).toContain('Currency nothing to Bitcoin');
});

it('a waiting time ends when lists and dialogs say it does, not before', () => {
  const end = '2026-11-23T19:02:50.000Z';
  expect(effectText({ kind: 'withdrawal', subjectType: 'transaction' }, 'overriddenHold', end)).toBe(
    notBeforeText(end),
  );
});

it('fields of an operator’s resource are said as they are named, whatever the product calls so', () => {
  const effect = effectOf([
    { name: 'name', before: 'bitcoin', after: 'Acme' },
    { name: 'value', before: null, after: '1Boat' },
    { name: 'amount', before: 3, after: 5 },
  ]);
  const order = { kind: 'address', subjectType: 'orders', subjectId: 'o-1', effect } as const;
  expect(summaryOf(order)).toBe('name bitcoin to Acme, value nothing to 1Boat, amount 3 to 5');
  expect(changesOf(effect, order).map(({ isAddress }) => isAddress)).toEqual([false, false, false]);
  expect(changesOf(effect, { ...order, subjectType: 'wallets' })[1]).toMatchObject({ isAddress: true });
});
