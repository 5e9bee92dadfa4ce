import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { ProposalView } from '../../../contract/proposals';
import { formatMoment } from '../../shared/format';
import { actionText } from '../audit/difference';
import { SubjectLink } from '../audit/SubjectLink';
import { nameOrEmail } from '../list/person';
import { auditPath, personPath } from '../record-paths';

/** Who proposed it and why, and what they did last. */
export function Proposer({ proposal: { proposer, reason, recent } }: { proposal: ProposalView }) {
  return (
    <Card component="section" aria-labelledby="proposer" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Typography id="proposer" variant="h5" component="h2" sx={{ mb: 1.5 }}>
        Proposed by
      </Typography>
      <Link component={RouterLink} to={personPath(proposer._id)}>
        {nameOrEmail(proposer)}
      </Link>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {proposer.email}
      </Typography>
      <Typography
        component="blockquote"
        sx={{ m: 0, my: 2, pl: 1.5, borderLeft: 3, borderColor: 'divider', overflowWrap: 'anywhere' }}
      >
        {reason}
      </Typography>
      <Typography variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        What they did last
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: '0.8125rem' }}>
        {recent.map(({ _id, at, action, ...event }) => (
          <Box component="li" key={_id} sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
            <Box component="time" dateTime={at} sx={{ color: 'text.secondary' }}>
              {formatMoment(at)}
            </Box>{' '}
            {actionText(action)}, <SubjectLink {...event} />
            {event.reason && <Box sx={{ color: 'text.secondary' }}>{event.reason}</Box>}
          </Box>
        ))}
      </Box>
      <Typography variant="body2" sx={{ mt: 1 }}>
        <Link component={RouterLink} to={auditPath({ actorId: proposer._id })}>
          All in the audit log
        </Link>
      </Typography>
    </Card>
  );
}
