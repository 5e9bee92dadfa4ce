import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useGetList } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount, formatMoment } from '../../shared/format';
import { nameOrEmail } from '../list/person';
import type { ProposalRecord } from '../proposals/proposal-columns';
import { summaryOf, titleOf } from '../proposals/proposal-text';
import { filteredProposalsPath, proposalPath } from '../record-paths';

/** Proposals that are named; that there are more, the count tells. */
const named = 5;

/** Says what was proposed about a person and waits for a second administrator, the newest first, with the way to each. */
export function WaitingProposals({ userId }: { userId: string }) {
  const filter = { personId: userId, status: 'PENDING' };
  const { data = [], total = data.length } = useGetList<ProposalRecord>(
    'proposals',
    {
      filter,
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: named },
    },
    { retry: false },
  );
  if (data.length === 0) return null;
  const more = total - data.length;
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      Waits for a second administrator:
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5, overflowWrap: 'anywhere' }}>
        {data.map((proposal) => (
          <li key={proposal.id}>
            <Link component={RouterLink} to={proposalPath(String(proposal.id))} color="inherit">
              {titleOf(proposal)}
            </Link>
            : {summaryOf(proposal)}; proposed by {nameOrEmail(proposal.proposer)},{' '}
            {formatMoment(proposal.createdAt)}
          </li>
        ))}
      </Box>
      {more > 0 && (
        <Link component={RouterLink} to={filteredProposalsPath(filter)} color="inherit">
          And {formatCount(more)} more
        </Link>
      )}
    </Alert>
  );
}
