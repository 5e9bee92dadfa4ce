import { useGetResourceLabel, useResourceDefinitions } from 'ra-core';
import { auditActions } from '../../../contract/audit';
import { auditList } from '../../../contract/list-query';
import type { Filter } from '../list/filters';
import { ResourceList } from '../list/ResourceList';
import { auditColumns } from './audit-columns';
import { ownSubjects } from './changed-values';
import { actionText, wordsOf } from './difference';

/** Parts of the console that have no records of their own. */
const pages = new Set(
  'users accounts transactions review reports proposals invitations audit security mail books'.split(' '),
);
const changes = ['created', 'updated', 'deleted'];

const moreFilters: Filter[] = [
  { kind: 'reference', field: 'personId', label: 'Person', reference: 'users' },
  { kind: 'reference', field: 'actorId', label: 'Who did it', reference: 'users' },
  { kind: 'text', field: 'subjectId', label: 'Id of what it is about' },
  { kind: 'text', field: 'requestId', label: 'Request id' },
  { kind: 'days', field: 'at', label: 'Day' },
];

/** The audit log, the newest first: who changed what, from what to what, why, and in which request. */
export default function AuditList() {
  const labelOf = useGetResourceLabel();
  const resources = Object.keys(useResourceDefinitions()).filter((name) => !pages.has(name));
  const actions = [
    ...auditActions,
    ...resources.flatMap((name) => changes.map((change) => `${name}.${change}`)),
  ];
  const filters: Filter[] = [
    {
      kind: 'choice',
      field: 'action',
      label: 'What',
      choices: actions.map((action) => ({ id: action, name: actionText(action) })),
    },
    {
      kind: 'choice',
      field: 'subjectType',
      label: 'About',
      choices: [
        ...ownSubjects.map((id) => ({ id, name: wordsOf(id) })),
        ...resources.map((id) => ({ id, name: labelOf(id, 2) })),
      ],
    },
  ];
  return (
    <ResourceList
      title="Audit"
      what="audit events"
      columns={auditColumns}
      spec={auditList}
      search="Search who did it"
      filters={filters}
      moreFilters={moreFilters}
    />
  );
}
