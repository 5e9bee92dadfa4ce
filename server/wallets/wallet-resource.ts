import { walletFields } from '../../contract/wallet';
import { wallets } from '../db/schema/money';
import { defineResource } from '../resources/define-resource';
import { checkAddress, isSampleAddress } from './addresses';

/**
 * The platform addresses, for administrators. They are disabled rather than deleted: what was paid into one must still
 * be found.
 */
export const walletResource = defineResource({
  name: 'wallets',
  table: wallets,
  fields: walletFields,
  readOnly: ['demo'],
  searchable: ['name', 'value'],
  sortable: ['name', 'enabled', 'createdAt', 'updatedAt'],
  defaultSort: ['name', 'ASC'],
  permissions: { delete: false },
  stepUp: true,
  twoPersons: true,
  check({ name, value, enabled }, before, siteMode) {
    const kept = before?.name === name && before.value === value;
    // Whatever an address is, it can be taken out of use.
    if (!kept || enabled) checkAddress(name, value, siteMode, 'value');
    return { demo: isSampleAddress(name, value) };
  },
});
