import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourceProps } from 'ra-core';
import { formatDollars } from '../../shared/format';
import { lazyPage } from '../../shared/loading/lazy-part';
import { nameOrEmail } from '../list/person';

export default {
  name: 'transactions',
  list: lazyPage(() => import('./TransactionList')),
  icon: ReceiptLongOutlined,
  recordRepresentation: ({ trxType, amount, user }) =>
    `${trxType} of ${formatDollars(amount)} by ${nameOrEmail(user)}`,
} satisfies ResourceProps;
