import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import type { Identifier } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { proposalStatusNames } from '../../../contract/console-names';
import type { Proposal } from '../../../contract/proposals';
import type { Column } from '../list/columns';
import { Moment } from '../list/Moment';
import { fullName, nameOrEmail } from '../list/person';
import { personPath, proposalPath } from '../record-paths';
import { ProposalStatusChip } from './ProposalStatusChip';
import { summaryOf, titleOf } from './proposal-text';

export type ProposalRecord = Proposal & { id: Identifier };

/** Pixels of a name with which all columns have room on a screen of 1280, beside the menu. */
const nameCut = 72;

type Someone = Proposal['proposer'] | Proposal['person'];

function SomeonesPage({ person }: { person: Someone }) {
  if (!person) return '-';
  return (
    <Link
      component={RouterLink}
      to={personPath(person._id)}
      title={[fullName(person), person.email].filter(Boolean).join(', ')}
    >
      {nameOrEmail(person)}
    </Link>
  );
}

/** The columns of the approvals: what, about whom, what it would do, by whom, and what became of it. */
export const proposalColumns: Column<ProposalRecord>[] = [
  {
    label: 'What',
    inHeading: true,
    render: (proposal) => (
      <Link
        component={RouterLink}
        to={proposalPath(String(proposal.id))}
        // "Payment of a withdrawal" on two lines.
        sx={{ display: 'inline-block', minWidth: { sm: 92 }, whiteSpace: 'normal', fontWeight: 600 }}
      >
        {titleOf(proposal)}
      </Link>
    ),
    exported: titleOf,
  },
  {
    label: 'About',
    cut: nameCut,
    render: ({ person }) => <SomeonesPage person={person} />,
    exported: ({ person, subjectId }) => person?.email ?? subjectId,
  },
  {
    label: 'What it does',
    render: (proposal) => (
      <Box sx={{ minWidth: { sm: 160 }, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {summaryOf(proposal)}
      </Box>
    ),
    exported: summaryOf,
  },
  {
    label: 'Proposed by',
    cut: nameCut,
    render: ({ proposer }) => <SomeonesPage person={proposer} />,
    exported: ({ proposer }) => proposer.email,
  },
  {
    label: 'Proposed',
    sortBy: 'createdAt',
    render: ({ createdAt }) => <Moment at={createdAt} />,
    exported: ({ createdAt }) => createdAt,
  },
  {
    label: 'Status',
    render: ({ status }) => <ProposalStatusChip status={status} />,
    exported: ({ status }) => proposalStatusNames[status],
  },
  {
    label: 'Decided',
    sortBy: 'decidedAt',
    render: ({ decidedAt }) => (decidedAt ? <Moment at={decidedAt} /> : '-'),
    exported: ({ decidedAt }) => decidedAt ?? '',
  },
];
