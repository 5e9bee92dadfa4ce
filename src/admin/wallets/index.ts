import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import { currencies } from '../../../contract/currencies';
import { walletDefaults } from '../../../contract/wallet-defaults';
import { declareResource } from '../resource/declare-resource';

/** The platform addresses investors pay into, one per currency; they are disabled rather than deleted. */
export default declareResource({
  name: 'wallets',
  label: 'Wallets',
  singular: 'Wallet',
  icon: AccountBalanceWalletOutlined,
  fields: [
    { name: 'name', label: 'Currency', kind: 'choice', choices: currencies, fixed: true, sortable: true },
    { name: 'value', label: 'Address', kind: 'text', help: 'As your wallet shows it, capitals included.' },
    { name: 'enabled', label: 'Enabled', kind: 'flag', sortable: true, default: walletDefaults.enabled },
    { name: 'demo', label: 'Sample', kind: 'flag', readOnly: true },
    { name: 'updatedAt', label: 'Changed', kind: 'moment', readOnly: true, sortable: true },
  ],
  order: ['name', 'ASC'],
  search: 'Search currency or address',
  deletable: false,
});
