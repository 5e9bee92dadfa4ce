import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holdOf, presentHold } from './hold';

const now = new Date('2026-11-22T12:00:00.000Z');
const hour = 3_600_000;
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

const past = fc.integer({ min: 0, max: 100 * hour }).map(ago);
const circumstances = fc.record({
  addressSince: fc.oneof(fc.constant('paid' as const), fc.constant(null), past),
  credentialsChangedAt: fc.option(past),
});
const durations = fc.integer({ min: 0, max: 72 * hour });

describe('a hold', () => {
  test('ends after every reason for it, and no later than the last of them', () => {
    fc.assert(
      fc.property(circumstances, durations, ({ addressSince, credentialsChangedAt }, duration) => {
        const hold = holdOf({ now, addressSince, credentialsChangedAt }, duration);
        const reasons = [addressSince === 'paid' ? null : (addressSince ?? now), credentialsChangedAt];
        const ends = reasons.flatMap((since) => (since ? [since.getTime() + duration] : []));
        const last = Math.max(now.getTime(), ...ends);
        expect(hold?.notBefore.getTime() ?? now.getTime()).toBe(last);
      }),
    );
  });

  test('is none without a duration, or where the address was paid and the credentials are old', () => {
    fc.assert(
      fc.property(circumstances, (each) => {
        expect(holdOf({ now, ...each }, 0)).toBeUndefined();
      }),
    );
    const old = { now, addressSince: 'paid', credentialsChangedAt: ago(24 * hour) } as const;
    expect(holdOf(old, 24 * hour)).toBeUndefined();
    expect(holdOf({ ...old, credentialsChangedAt: null }, 24 * hour)).toBeUndefined();
  });

  test('that is stored is never shortened by the credentials, whatever the operator sets now', () => {
    const stored = fc.record({
      trxType: fc.constant('WITHDRAWAL' as const),
      notBefore: fc.integer({ min: 1, max: 100 * hour }).map((after) => ago(-after)),
      holdCause: fc.constant('new_address' as const),
    });
    fc.assert(
      fc.property(stored, fc.option(past), durations, (row, credentialsChangedAt, duration) => {
        const hold = presentHold(row, { now, credentialsChangedAt }, duration);
        expect(hold?.notBefore.getTime()).toBeGreaterThanOrEqual(row.notBefore.getTime());
        const changed = credentialsChangedAt ? credentialsChangedAt.getTime() + duration : 0;
        expect(hold?.notBefore.getTime()).toBeGreaterThanOrEqual(changed);
      }),
    );
  });

  test('never keeps a deposit', () => {
    const row = { trxType: 'DEPOSIT', notBefore: null, holdCause: null } as const;
    expect(presentHold(row, { now, credentialsChangedAt: now }, hour)).toBeUndefined();
  });
});
