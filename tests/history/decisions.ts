import { SimpleFaker } from '@faker-js/faker';
import type { EditableAccountField } from '../../contract/account';
import { cryptos, type TrxStatus, type TrxType, trxStatuses } from '../../contract/enums';

/** A transaction by the client that creates it and the number of it there, from 0. */
export interface Target {
  client: number;
  number: number;
}

/** What a client does next. Amounts in dollars. */
export type Act =
  | { kind: 'create'; trxType: TrxType; amount: number; crypto: (typeof cryptos.options)[number] }
  | { kind: 'status'; target: Target; status: TrxStatus; ifMatch: boolean }
  | { kind: 'cancel'; target: Target }
  | { kind: 'edit'; field: EditableAccountField; amount: number; ifMatch: boolean }
  | { kind: 'readAccount' }
  | { kind: 'readTransactions' };

export interface Decision {
  act: Act;
  /** Whether the same request is sent once more: with the first one, or when it has been answered. */
  again: 'no' | 'meanwhile' | 'afterwards';
  /** Whether it is left at one attempt when the connection dies. */
  givesUp: boolean;
}

/** Deposits of one client that may wait for a decision: few, as an account may not have many. */
const mostPending = 6;

/**
 * What a client does, one act after the other, without end: a function of the seed and the client alone, whatever is
 * answered. `others` are all clients of its account; each may decide on what another one has created.
 */
export function* decisions(seed: number, client: number, others: readonly number[]): Generator<Decision> {
  const random = new SimpleFaker();
  random.seed([seed, client]);
  const chance = (percent: number) => random.number.int({ min: 1, max: 100 }) <= percent;
  const own: { trxType: TrxType; pending: boolean }[] = [];

  const decided = (act: Act): Decision => ({
    act,
    again: random.helpers.weightedArrayElement([
      { weight: 80, value: 'no' },
      { weight: 10, value: 'meanwhile' },
      { weight: 10, value: 'afterwards' },
    ]),
    givesUp: chance(20),
  });

  function create(trxType: TrxType): Act {
    own.push({ trxType, pending: true });
    const amount = random.number.int({ min: 10, max: trxType === 'DEPOSIT' ? 30_000 : 9_000 }) / 100;
    return {
      kind: 'create',
      trxType,
      amount: amount + 50,
      crypto: random.helpers.arrayElement(cryptos.options),
    };
  }

  function setOwn(number: number, status: TrxStatus): Act {
    const made = own[number];
    if (made) made.pending = status === 'PENDING';
    return { kind: 'status', target: { client, number }, status, ifMatch: chance(20) };
  }

  function setAny(): Act {
    const number = random.number.int({ min: 0, max: own.length - 1 });
    const target = { client: random.helpers.arrayElement(others), number };
    // Only its own client makes a deposit wait again, and so knows how many do.
    if (target.client === client) return setOwn(number, random.helpers.arrayElement(trxStatuses.options));
    const status = random.helpers.arrayElement(['CONFIRMED', 'DECLINED'] as const);
    return { kind: 'status', target, status, ifMatch: chance(20) };
  }

  const edit = (): Act => ({
    kind: 'edit',
    field: random.helpers.arrayElement(['balance', 'profit', 'litecoin'] as const),
    amount: random.number.int({ min: 0, max: 40 }) * 25,
    ifMatch: chance(50),
  });

  for (;;) {
    const oldest = own.findIndex(({ trxType, pending }) => trxType === 'DEPOSIT' && pending);
    const waiting = own.filter(({ trxType, pending }) => trxType === 'DEPOSIT' && pending).length;
    if (waiting >= mostPending) {
      yield decided(setOwn(oldest, 'CONFIRMED'));
      continue;
    }
    const kind = random.helpers.weightedArrayElement([
      { weight: 22, value: 'deposit' as const },
      { weight: 14, value: 'withdraw' as const },
      { weight: 24, value: 'status' as const },
      { weight: 5, value: 'cancel' as const },
      { weight: 5, value: 'edit' as const },
      { weight: 20, value: 'readAccount' as const },
      { weight: 10, value: 'readTransactions' as const },
    ]);
    if (kind === 'deposit' || own.length === 0) {
      yield decided(create('DEPOSIT'));
      if (chance(75)) yield decided(setOwn(own.length - 1, 'CONFIRMED'));
    } else if (kind === 'withdraw') yield decided(create('WITHDRAWAL'));
    else if (kind === 'status') yield decided(setAny());
    else if (kind === 'cancel') {
      const number = own.findLastIndex(({ trxType }) => trxType === 'WITHDRAWAL');
      if (number >= 0) yield decided({ kind: 'cancel', target: { client, number } });
    } else if (kind === 'edit') yield decided(edit());
    else yield decided({ kind });
  }
}
