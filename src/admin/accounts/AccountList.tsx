import type { Identifier } from 'ra-core';
import type { AccountField, AdminAccount } from '../../../contract/account';
import { accountList } from '../../../contract/list-query';
import { type Column, dollarsOrMissing } from '../list/columns';
import { type Person, personColumns } from '../list/person';
import { ResourceList } from '../list/ResourceList';

type AccountRecord = Partial<Omit<AdminAccount, 'user'>> & { id: Identifier; user?: Person | null };

function personOf(account: AccountRecord) {
  return account.user;
}

// The specification's columns and their order (section 2).
const figures: readonly [AccountField, string][] = [
  ['balance', 'Balance'],
  ['walletBalance', 'Wallet Balance'],
  ['profit', 'Profit'],
  ['investment', 'Investment'],
  ['bitcoin', 'Bitcoin'],
  ['ethereum', 'Ethereum'],
  ['usdt', 'USDT'],
];

const columns: Column<AccountRecord>[] = [
  ...personColumns(personOf, 'user.'),
  ...figures.map(
    ([field, label]): Column<AccountRecord> => ({
      label,
      sortBy: field,
      align: 'right',
      render: (account) => dollarsOrMissing(account[field]),
    }),
  ),
];

/** The accounts of all investors, in dollars. */
export function AccountList() {
  return <ResourceList title="Accounts" columns={columns} spec={accountList} personOf={personOf} />;
}
