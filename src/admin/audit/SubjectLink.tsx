import Link from '@mui/material/Link';
import { useCreatePath, useGetResourceLabel, useResourceDefinitions } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEventView } from '../../../contract/audit';
import { personPath, proposalPath, transactionPath } from '../record-paths';

type Subject = Pick<AuditEventView, 'subjectType' | 'subjectId'>;

/** What an event is about, by the end of its id, with the way to it where the console has a page for it. */
export function SubjectLink({ subjectType, subjectId }: Subject) {
  const createPath = useCreatePath();
  const labelOf = useGetResourceLabel();
  const definitions = useResourceDefinitions();
  const { hasEdit, options } = definitions[subjectType] ?? {};
  // Our ids begin with the time: those of one moment are told apart by their end.
  const text = `${options?.singular ? labelOf(subjectType, 1) : subjectType} …${subjectId.slice(-8)}`;
  const to = {
    transaction: transactionPath(subjectId),
    user: personPath(subjectId),
    account: personPath(subjectId),
    proposal: proposalPath(subjectId),
    erasure: personPath(subjectId),
  }[subjectType];
  const ofResource = hasEdit ? createPath({ resource: subjectType, type: 'edit', id: subjectId }) : undefined;
  const address = to ?? ofResource;
  if (!address) return text;
  return (
    <Link component={RouterLink} to={address} title={subjectId} sx={{ whiteSpace: 'nowrap' }}>
      {text}
    </Link>
  );
}
