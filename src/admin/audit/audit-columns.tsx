import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Identifier } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { AuditEventView } from '../../../contract/audit';
import type { Column } from '../list/columns';
import { brokenAbove } from '../list/FoldedText';
import { Moment } from '../list/Moment';
import { nameOrEmail } from '../list/person';
import { RequestId } from '../list/RequestId';
import { personPath } from '../record-paths';
import { differencesOf } from './changed-values';
import { Differences } from './Differences';
import { actionText } from './difference';
import { Reason } from './Reason';
import { SignedMark } from './SignedMark';
import { SubjectLink } from './SubjectLink';

export type AuditRecord = AuditEventView & { id: Identifier };

function actorText({ actor }: AuditEventView): string {
  return actor ? nameOrEmail(actor) : 'The server';
}

function Actor({ event }: { event: AuditEventView }) {
  const { actor } = event;
  if (!actor) return actorText(event);
  return (
    <Link component={RouterLink} to={personPath(actor._id)} title={actor.email}>
      {actorText(event)}
    </Link>
  );
}

/** The investor whose transaction it is about, say: what it is about leads elsewhere. Hosts may leave that out. */
function OfPerson({
  event: { person, subjectId },
}: {
  event: Partial<Pick<AuditEventView, 'person' | 'subjectId'>>;
}) {
  if (!person || person._id === subjectId) return null;
  return (
    <>
      {' of '}
      <Link component={RouterLink} to={personPath(person._id)} title={person.email}>
        {nameOrEmail(person)}
      </Link>
    </>
  );
}

/** The columns of the audit log: when, who, what, before and after, why, and in which request. */
export const auditColumns: Column<AuditRecord>[] = [
  {
    label: 'When',
    sortBy: 'at',
    render: ({ at }) => <Moment at={at} />,
    exported: ({ at }) => at,
  },
  {
    label: 'Who',
    render: (event) => (
      <Box sx={brokenAbove(112)}>
        <Actor event={event} />
      </Box>
    ),
    exported: ({ actor }) => actor?.email ?? 'The server',
  },
  {
    label: 'What',
    inHeading: true,
    render: (event) => (
      <>
        <Box sx={brokenAbove(176)}>{actionText(event.action)}</Box>
        <Box sx={{ fontSize: '0.8125rem', whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
          <SubjectLink {...event} />
          <OfPerson event={event} />
        </Box>
        <SignedMark event={event} />
      </>
    ),
    exported: ({ action, subjectType, subjectId, signed }) =>
      `${action} ${subjectType} ${subjectId}${signed ? ` signed ${signed.proofId}` : ''}`,
  },
  {
    label: 'Before and after',
    tall: true,
    render: (event) => <Differences event={event} />,
    exported: (event) =>
      differencesOf(event)
        .map(({ name, before, after }) => `${name}: ${before ?? ''} > ${after ?? ''}`)
        .join('; '),
  },
  {
    label: 'Reason',
    render: ({ reason }) => <Reason text={reason} />,
    exported: ({ reason }) => reason ?? '',
  },
  {
    label: 'Request',
    render: ({ requestId }) => <RequestId requestId={requestId} />,
    exported: ({ requestId }) => requestId ?? '',
  },
];
