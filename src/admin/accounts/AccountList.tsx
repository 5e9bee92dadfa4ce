import { figures, moneyFieldNames } from '../../../contract/chart';
import { accountList } from '../../../contract/list-query';
import { formatDollars } from '../../shared/format';
import { type Column, plainAmount } from '../list/columns';
import type { Filter } from '../list/filters';
import { personColumns } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { personPath } from '../record-paths';
import type { AccountRecord } from './account-record';
import { figureNames } from './figures';
import { AccountEdits, OptionsCell } from './OptionsCell';

function personOf(account: AccountRecord) {
  return account.user;
}

const shown = figures
  .flatMap(({ field, column }) => (column === null ? [] : [{ field, column }]))
  .toSorted((one, other) => one.column - other.column);

const columns: Column<AccountRecord>[] = [
  ...personColumns(personOf, 'user.', ({ user }) => (user?._id ? personPath(user._id) : undefined)),
  ...shown.map(
    ({ field }): Column<AccountRecord> => ({
      label: figureNames[field],
      sortBy: field,
      align: 'right',
      render: (account) => formatDollars(account[field]),
      exported: (account) => plainAmount(account[field]),
    }),
  ),
  { label: 'Options', align: 'right', pinned: true, render: () => <OptionsCell /> },
];

const moreFilters: Filter[] = [
  // An account has the id of its owner.
  { kind: 'reference', field: 'id', label: 'Person', reference: 'users' },
  ...moneyFieldNames.map((field): Filter => ({ kind: 'amounts', field, label: figureNames[field] })),
];

/** The accounts of all investors, in dollars; the options button of a row edits its figures. */
export default function AccountList() {
  return (
    <AccountEdits>
      <ResourceList
        title="Accounts"
        columns={columns}
        spec={accountList}
        moreFilters={moreFilters}
        personOf={personOf}
      />
    </AccountEdits>
  );
}
