import AccountBalanceOutlined from '@mui/icons-material/AccountBalanceOutlined';
import type { ResourceProps } from 'ra-core';
import { lazyPage } from '../../shared/loading/lazy-part';
import { nameOrEmail } from '../list/person';

export default {
  name: 'accounts',
  list: lazyPage(() => import('./AccountList')),
  icon: AccountBalanceOutlined,
  recordRepresentation: (account) => nameOrEmail(account.user),
} satisfies ResourceProps;
