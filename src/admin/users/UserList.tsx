import type { Identifier } from 'ra-core';
import { standingNames } from '../../../contract/console-names';
import { enumValues } from '../../../contract/enum-values';
import { userList } from '../../../contract/list-query';
import type { PersonRecord } from '../../../contract/people';
import { InviteButton } from '../invitations/InviteButton';
import { type Column, textOrMissing } from '../list/columns';
import type { Filter } from '../list/filters';
import { personColumns, typeName } from '../list/person';
import { ResourceList } from '../list/ResourceList';
import { useOffers } from '../offered';
import { StandingChip } from '../people/StandingChip';
import { personPath } from '../record-paths';

type UserRecord = Partial<PersonRecord> & { id: Identifier };

/** The address, behind a word on whoever may not sign in. */
function withStanding(column: Column<UserRecord>): Column<UserRecord> {
  return {
    ...column,
    render: (user) =>
      (user.standing ?? 'enabled') === 'enabled' ? (
        column.render(user)
      ) : (
        <>
          {/* A block in the line: the line beneath a link does not run on below what keeps them apart. */}
          <span style={{ display: 'inline-block', whiteSpace: 'pre' }}>
            <StandingChip standing={user.standing} />{' '}
          </span>
          {column.render(user)}
        </>
      ),
  };
}

const columns: Column<UserRecord>[] = [
  ...personColumns(
    (user: UserRecord) => user,
    '',
    ({ id }) => personPath(String(id)),
  ).map((column) => (column.label === 'Email' ? withStanding(column) : column)),
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
  {
    kind: 'choice',
    field: 'standing',
    label: 'Standing',
    choices: enumValues.userStandings.map((standing) => ({ id: standing, name: standingNames[standing] })),
  },
];

const moreFilters: Filter[] = [
  { kind: 'text', field: 'country', label: 'Country' },
  { kind: 'days', field: 'createdAt', label: 'Registered' },
];

/** The users (docs/rules.md, "Console"). */
export function UserList() {
  const offers = useOffers();
  return (
    <ResourceList
      title="Users"
      columns={columns}
      spec={userList}
      // Hosts that shut nobody out have no word of it.
      filters={filters.filter(({ field }) => field !== 'standing' || offers('disableUser'))}
      moreFilters={moreFilters}
      personOf={(user) => user}
      actions={<InviteButton />}
    />
  );
}
