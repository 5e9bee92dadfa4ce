import type { Identifier } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import { userList } from '../../../contract/list-query';
import type { User } from '../../../contract/user';
import { type Column, textOrMissing } from '../list/columns';
import type { Filter } from '../list/filters';
import { personColumns, typeName } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { personPath } from '../record-paths';

type UserRecord = Partial<User> & { id: Identifier };

const columns: Column<UserRecord>[] = [
  ...personColumns(
    (user: UserRecord) => user,
    '',
    ({ id }) => personPath(String(id)),
  ),
  {
    label: 'Phone Number',
    sortBy: 'phoneNumber',
    render: (user) => textOrMissing(user.phoneNumber),
    exported: (user) => textOrMissing(user.phoneNumber),
  },
  {
    label: 'Country',
    sortBy: 'country',
    cut: 120,
    render: (user) => textOrMissing(user.country),
    exported: (user) => textOrMissing(user.country),
  },
];

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'type',
    label: 'Type',
    choices: enumValues.userTypes.map((type) => ({ id: type, name: typeName(type) })),
  },
];

const moreFilters: Filter[] = [{ kind: 'days', field: 'createdAt', label: 'Registered' }];

/** The users (docs/rules.md, "Console"). */
export function UserList() {
  return (
    <ResourceList
      title="Users"
      columns={columns}
      spec={userList}
      filters={filters}
      moreFilters={moreFilters}
      personOf={(user) => user}
    />
  );
}
