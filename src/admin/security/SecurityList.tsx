import { useQuery } from '@tanstack/react-query';
import { enumValues } from '../../../contract/enum-values';
import { securityList } from '../../../contract/list-query';
import { securityEventNames } from '../../../contract/security-event-names';
import type { Filter } from '../list/filters';
import { ResourceList } from '../list/ResourceList';
import { useConsoleProvider } from '../provider/console-calls';
import { securityColumns } from './security-columns';

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'kind',
    label: 'What',
    choices: enumValues.securityEventKinds.map((id) => ({ id, name: securityEventNames[id] })),
  },
  { kind: 'text', field: 'network', label: 'Network' },
];

const moreFilters: Filter[] = [
  { kind: 'text', field: 'email', label: 'Address tried' },
  { kind: 'reference', field: 'userId', label: 'Person', reference: 'users' },
  { kind: 'text', field: 'requestId', label: 'Request id' },
  { kind: 'days', field: 'at', label: 'Day' },
];

/** How long they are kept, and when somebody is told; nothing until that is known. */
function Policy() {
  const provider = useConsoleProvider();
  const { data } = useQuery({
    queryKey: ['security-policy'],
    queryFn: ({ signal }) => provider.readSecurityPolicy({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  const { days, minutes, ofAccount, ofNetwork } = data;
  return (
    <>
      Kept for {days} days. Administrators get a mail when one account is refused {ofAccount} times, or one
      network {ofNetwork} times, within {minutes} minutes.
    </>
  );
}

/** Security events, the newest first: sign-ins, refused codes and roles, limits that were reached. */
export default function SecurityList() {
  return (
    <ResourceList
      title="Security"
      what="security events"
      note={<Policy />}
      columns={securityColumns}
      spec={securityList}
      search="Search by name or email"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
