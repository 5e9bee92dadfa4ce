import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noFigures } from '../support/ledger-model';
import { randomRuns } from '../support/random-runs';
import type { AccountAnswer, AccountCall, Transaction } from './calls';
import { corrupt, historyOf, steps } from './executions';
import { type Attempt, checkHistory, type Outcome } from './history';

const seed = Number(process.env.HISTORY_SEED ?? Date.now() % 2 ** 31);
console.log(`histories: HISTORY_SEED=${seed}`);

type Made = Omit<Attempt, 'account' | 'client'>;

const answered = (answer: AccountAnswer): Outcome => ({ kind: 'answered', answer });

/** An attempt from one time to another, and its outcome. */
function attempt(invoked: number, returned: number, call: AccountCall, outcome: Outcome, key?: string): Made {
  return {
    invoked,
    returned,
    call,
    outcome,
    key: key ?? (call.kind.startsWith('read') ? undefined : `${invoked}`),
  };
}

const unknown: Outcome = { kind: 'unknown' };

/** A deposit of 500 dollars, or another transaction. */
function made(name: string, changes: Partial<Transaction> = {}): Transaction {
  return {
    name,
    trxType: 'DEPOSIT',
    amount: 500_00,
    crypto: 'bitcoin',
    plan: true,
    status: 'PENDING',
    version: 1,
    ...changes,
  };
}

function create({ status: _, version: __, ...transaction }: Transaction): AccountCall {
  return { kind: 'create', transaction };
}

const told = (transaction: Transaction) => answered({ kind: 'transaction', transaction });
const confirmed = (transaction: Transaction, version = 2) =>
  told({ ...transaction, status: 'CONFIRMED', version });
const confirm = (name: string): AccountCall => ({
  kind: 'status',
  name,
  status: 'CONFIRMED',
  ifMatch: undefined,
});
const refused = (code: 'balance_too_low' | 'insufficient_balance' | 'stale_version'): Outcome =>
  answered({ kind: 'refused', code });

/** The account after so many dollars deposited in bitcoin with a plan. */
function deposited(dollars: number, version: number): Outcome {
  const cents = dollars * 100;
  const figures = { ...noFigures(), balance: cents, walletBalance: cents, bitcoin: cents, investment: cents };
  return answered({ kind: 'account', version, figures });
}

const read: AccountCall = { kind: 'readAccount' };
const list: AccountCall = { kind: 'readTransactions' };
const listed = (...all: Transaction[]): Outcome =>
  answered({ kind: 'transactions', transactions: new Map(all.map((one) => [one.name, one])) });

const failuresOf = (...attempts: Made[]) =>
  checkHistory(attempts.map((one) => ({ account: 'one', client: 'a', ...one }))).failures;

const d = made('d');
/** A deposit that is confirmed at 30. */
const opening = [attempt(0, 10, create(d), told(d)), attempt(20, 30, confirm('d'), confirmed(d))];

describe('a history is linearizable:', () => {
  test('one call after the other', () => {
    expect(
      failuresOf(
        attempt(-2, -1, read, deposited(0, 1)),
        ...opening,
        attempt(40, 50, read, deposited(500, 2)),
      ),
    ).toEqual([]);
  });

  test('reads beside a write, one before it and one after it', () => {
    const before = attempt(21, 29, read, deposited(0, 1));
    const after = attempt(22, 24, read, deposited(500, 2));
    expect(failuresOf(...opening, before, after)).toEqual([]);
  });

  test('a write without an answer that was done, later than its connection died, or never', () => {
    const history = [
      attempt(0, 10, create(d), told(d)),
      attempt(20, 25, confirm('d'), unknown),
      attempt(30, 40, read, deposited(0, 1)),
    ];
    expect(failuresOf(...history)).toEqual([]);
    expect(failuresOf(...history, attempt(50, 60, read, deposited(500, 2)))).toEqual([]);
  });

  test('a request that was sent again, and got the first answer', () => {
    const again = [
      attempt(20, 25, confirm('d'), unknown, 'k'),
      attempt(40, 50, confirm('d'), { kind: 'in flight' }, 'k'),
      attempt(60, 70, confirm('d'), confirmed(d), 'k'),
      attempt(90, 95, confirm('d'), confirmed(d), 'k'),
    ];
    const history = [
      attempt(0, 10, create(d), told(d)),
      ...again,
      attempt(100, 110, read, deposited(500, 2)),
    ];
    expect(failuresOf(...history)).toEqual([]);
  });

  test('a withdrawal that was refused and done later under the same key', () => {
    const w = made('w', { trxType: 'WITHDRAWAL', amount: 150_00, plan: false });
    const history = [
      attempt(0, 5, create(w), refused('balance_too_low'), 'k'),
      ...opening.map((one) => ({ ...one, invoked: one.invoked + 10, returned: one.returned + 10 })),
      attempt(50, 60, create(w), told(w), 'k'),
    ];
    expect(failuresOf(...history)).toEqual([]);
  });

  const numRuns = randomRuns(100);

  test('any sequence of calls that took effect one after the other, however they overlap', () => {
    const isAccepted = (taken: Parameters<typeof historyOf>[0]) => {
      expect(checkHistory(historyOf(taken)).failures).toEqual([]);
    };
    fc.assert(fc.property(steps, isAccepted), { seed, numRuns });
  });

  test('and is none with a cent too many in one of its reads', () => {
    const isFound = (taken: Parameters<typeof historyOf>[0], pick: number) => {
      const wrong = corrupt(historyOf(taken), pick, (answer) => ({
        ...answer,
        figures: { ...answer.figures, balance: answer.figures.balance + 1 },
      }));
      if (wrong) expect(checkHistory(wrong).failures).toHaveLength(1);
    };
    fc.assert(fc.property(steps, fc.nat(), isFound), { seed, numRuns });
  });
});

describe('a history is not linearizable:', () => {
  test('an effect posted twice', () => {
    const [failure = ''] = failuresOf(...opening, attempt(40, 50, read, deposited(1_000, 2)));
    expect(failure.split('\n').slice(0, 3)).toEqual([
      'account one: no order of its calls explains this answer:',
      '  40.0 - 50.0 ms  read the account: version 2, balance 1000.00, walletBalance 1000.00, investment 1000.00, bitcoin 1000.00',
      '  nearest to what could be answered: balance 1000.00 instead of 500.00; walletBalance 1000.00 instead of 500.00; investment 1000.00 instead of 500.00; bitcoin 1000.00 instead of 500.00',
    ]);
  });

  test('an effect posted twice, each with a version of its own', () => {
    expect(failuresOf(...opening, attempt(40, 50, read, deposited(1_000, 3)))).toHaveLength(1);
  });

  test('a stale read', () => {
    const [failure] = failuresOf(...opening, attempt(31, 50, read, deposited(0, 1)));
    expect(failure).toMatch(/nearest .*: version 1 instead of 2; balance 0.00 instead of 500.00/);
  });

  test('a read that goes back, while the write is not answered yet', () => {
    const slow = [attempt(0, 10, create(d), told(d)), attempt(20, 100, confirm('d'), confirmed(d))];
    const after = deposited(500, 2);
    const before = deposited(0, 1);
    expect(failuresOf(...slow, attempt(30, 40, read, before), attempt(50, 60, read, after))).toEqual([]);
    expect(failuresOf(...slow, attempt(30, 40, read, after), attempt(50, 60, read, before))).toHaveLength(1);
  });

  test('a lost write: of a deposit that was acknowledged, and of a status', () => {
    expect(failuresOf(...opening, attempt(40, 50, list, listed()))).toHaveLength(1);
    expect(failuresOf(...opening, attempt(40, 50, list, listed(d)))).toHaveLength(1);
    expect(
      failuresOf(...opening, attempt(40, 50, list, listed({ ...d, status: 'CONFIRMED', version: 2 }))),
    ).toEqual([]);
  });

  test('a transaction that nobody asked for', () => {
    const there = { ...d, status: 'CONFIRMED', version: 2 } as const;
    expect(failuresOf(...opening, attempt(40, 50, list, listed(there, made('d, once more'))))).toHaveLength(
      1,
    );
  });

  test('a withdrawal above the balance, or one that was refused with enough there', () => {
    const w = made('w', { trxType: 'WITHDRAWAL', amount: 500_01, plan: false });
    const enough = { ...w, amount: 500_00 };
    expect(failuresOf(...opening, attempt(40, 50, create(w), told(w)))).toHaveLength(1);
    expect(failuresOf(...opening, attempt(40, 50, create(w), refused('insufficient_balance')))).toEqual([]);
    expect(failuresOf(...opening, attempt(40, 50, create(enough), told(enough)))).toEqual([]);
    expect(
      failuresOf(...opening, attempt(40, 50, create(enough), refused('insufficient_balance'))),
    ).toHaveLength(1);
  });

  test('two withdrawals at once of what is there for one', () => {
    const [one, two] = ['w1', 'w2'].map((name) =>
      made(name, { trxType: 'WITHDRAWAL', amount: 400_00, plan: false }),
    );
    if (!one || !two) throw new Error('No withdrawals');
    const first = attempt(40, 50, create(one), told(one));
    expect(failuresOf(...opening, first, attempt(41, 49, create(two), told(two)))).toHaveLength(1);
    const poor = refused('balance_too_low');
    expect(
      failuresOf(...opening, first, attempt(41, 49, create(two), refused('insufficient_balance'))),
    ).toHaveLength(1);
    expect(failuresOf(...opening, first, attempt(41, 49, create(two), poor))).toEqual([]);
  });

  test('another answer to a repeated request', () => {
    const again = attempt(60, 70, create(d), told(made('d, once more')), '0');
    expect(failuresOf(...opening, again)).toEqual([
      'account one: another answer to create deposit d of 500.00: deposit d, once more of 500.00 PENDING (version 1) instead of deposit d of 500.00 PENDING (version 1)',
    ]);
  });

  test('a repeated request that is judged anew although it was done', () => {
    const stale: AccountCall = { kind: 'status', name: 'd', status: 'CONFIRMED', ifMatch: 1 };
    const sent = [
      attempt(20, 30, stale, unknown, 'k'),
      attempt(60, 70, stale, refused('stale_version'), 'k'),
    ];
    const seen = attempt(40, 50, read, deposited(500, 2));
    expect(failuresOf(attempt(0, 10, create(d), told(d)), ...sent, seen)).toHaveLength(1);
  });
});

test('the shortest history that fails ends with the answer that is shown', () => {
  const [failure] = failuresOf(
    ...opening,
    attempt(40, 50, read, deposited(500, 2)),
    attempt(60, 70, read, deposited(0, 1)),
    attempt(80, 90, read, deposited(400, 2)),
  );
  expect(failure).toContain('answer:\n  60.0 - 70.0 ms  read the account: version 1\n');
  expect(failure).toContain('the last of 3 answers before:');
  expect(failure).not.toContain('400.00');
});

test('accounts are looked at one by one', () => {
  const wrong = attempt(40, 50, read, deposited(500, 2));
  const verdict = checkHistory([
    ...opening.map((one) => ({ account: 'one', client: 'a', ...one })),
    { account: 'two', client: 'b', ...wrong },
  ]);
  expect(verdict).toMatchObject({ accounts: 2, operations: 3 });
  expect(verdict.failures).toHaveLength(1);
  expect(verdict.failures[0]).toMatch(/^account two: /);
});
