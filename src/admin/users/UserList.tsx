import type { Identifier } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import { userList } from '../../../contract/list-query';
import type { User } from '../../../contract/user';
import { type Column, textOrMissing } from '../list/columns';
import type { Filter } from '../list/filters';
import { personColumns } from '../list/person';
import { ResourceList } from '../list/ResourceList';

type UserRecord = Partial<User> & { id: Identifier };

const columns: Column<UserRecord>[] = [
  ...personColumns((user: UserRecord) => user),
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

const typeNames = { investor: 'Investor', admin: 'Administrator', auditor: 'Auditor' };

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'type',
    label: 'Type',
    choices: enumValues.userTypes.map((type) => ({ id: type, name: typeNames[type] })),
  },
];

const moreFilters: Filter[] = [{ kind: 'days', field: 'createdAt', label: 'Registered' }];

/** The users, in the columns of the specification, section 2. */
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
