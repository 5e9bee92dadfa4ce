import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import type { ResourceProps } from 'ra-core';
import { fullName } from '../list/person';
import { AccountList } from './AccountList';

export default {
  name: 'accounts',
  list: AccountList,
  icon: AccountBalanceOutlined,
  recordRepresentation: (account) => fullName(account.user),
} satisfies ResourceProps;
