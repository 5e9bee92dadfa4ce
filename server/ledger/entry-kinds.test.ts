import { expect, test } from 'vitest';
import type { EntryKind, TrxStatus, TrxType } from '../../contract/enums';
import { entryKindOf } from './entries';

type Row = [
  trxType: TrxType | null,
  status: TrxStatus | null,
  isReversal: boolean,
  byOwner: boolean,
  EntryKind,
];

test.each<Row>([
  [null, null, false, false, 'adjustment'],
  ['DEPOSIT', 'CONFIRMED', false, false, 'deposit_confirmed'],
  ['DEPOSIT', 'PENDING', true, false, 'deposit_reversed'],
  ['DEPOSIT', 'DECLINED', true, false, 'deposit_reversed'],
  ['WITHDRAWAL', 'PENDING', false, true, 'withdrawal_reserved'],
  ['WITHDRAWAL', 'PENDING', false, false, 'withdrawal_reserved'],
  ['WITHDRAWAL', 'PENDING', true, false, 'withdrawal_reversed'],
  ['WITHDRAWAL', 'CONFIRMED', false, false, 'withdrawal_paid'],
  ['WITHDRAWAL', 'CONFIRMED', true, false, 'withdrawal_paid'],
  ['WITHDRAWAL', 'DECLINED', true, true, 'withdrawal_cancelled'],
  ['WITHDRAWAL', 'DECLINED', true, false, 'withdrawal_declined'],
])(
  'an entry of a %s that is %s, a reversal %s, by its owner %s, is %s',
  (trxType, status, isReversal, byOwner, kind) => {
    expect(entryKindOf({ trxType, status, isReversal, byOwner })).toBe(kind);
  },
);
