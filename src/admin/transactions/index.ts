import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined';
import type { ResourceProps } from 'ra-core';
import { dollarsOrMissing } from '../list/columns';
import { fullName } from '../list/person';
import { TransactionList } from './TransactionList';

export default {
  name: 'transactions',
  list: TransactionList,
  icon: ReceiptLongOutlined,
  recordRepresentation: ({ trxType, amount, user }) =>
    `${trxType} of ${dollarsOrMissing(amount)} by ${fullName(user)}`,
} satisfies ResourceProps;
