import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourceProps } from 'ra-core';
import { lazyPage } from '../../shared/loading/lazy-part';
import { dollarsOrMissing } from '../list/columns';
import { nameOrEmail } from '../list/person';

export default {
  name: 'transactions',
  list: lazyPage(() => import('./TransactionList')),
  icon: ReceiptLongOutlined,
  recordRepresentation: ({ trxType, amount, user }) =>
    `${trxType} of ${dollarsOrMissing(amount)} by ${nameOrEmail(user)}`,
} satisfies ResourceProps;
