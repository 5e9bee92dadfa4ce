import { proposalKindNames, proposalStatusNames } from '../../../contract/console-names';
import { enumValues } from '../../../contract/enum-values';
import { proposalList } from '../../../contract/list-query';
import type { Filter } from '../list/filters';
import { ResourceList } from '../list/ResourceList';
import { proposalColumns } from './proposal-columns';

const filters: Filter[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    choices: enumValues.proposalStatuses.map((id) => ({ id, name: proposalStatusNames[id] })),
  },
  {
    kind: 'choice',
    field: 'kind',
    label: 'What',
    choices: enumValues.proposalKinds.map((id) => ({ id, name: proposalKindNames[id] })),
  },
];

const moreFilters: Filter[] = [
  { kind: 'reference', field: 'personId', label: 'Person', reference: 'users' },
  { kind: 'reference', field: 'proposerId', label: 'Proposed by', reference: 'users' },
  { kind: 'days', field: 'createdAt', label: 'Day' },
];

/** Acts that take two administrators: those that wait first, then those that were decided on, the latest first. */
export default function ProposalList() {
  return (
    <ResourceList
      title="Approvals"
      columns={proposalColumns}
      spec={proposalList}
      search="Search who proposed"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
