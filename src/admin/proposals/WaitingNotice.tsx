import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import type { WaitingProposal } from '../../../contract/proposals';
import { refusalOf } from '../failure';
import { useMay } from '../may';
import { proposalPath } from '../record-paths';
import { isOwn, waitingOf, waitingText } from '../sent-for-approval';

interface Props {
  proposal: WaitingProposal;
  text?: string;
}

/** Says that an act waits for a second administrator already, with the way to it. */
export function WaitingNotice({ proposal, text = waitingText(proposal) }: Props) {
  const decides = useMay('edit', 'proposals') !== false && !isOwn(proposal);
  return (
    <Alert severity="info">
      {text}{' '}
      <Link
        component={RouterLink}
        to={proposalPath(proposal._id)}
        color="inherit"
        sx={{ display: 'inline-block' }}
      >
        {decides ? 'Approve or decline it there' : 'See it'}
      </Link>
    </Alert>
  );
}

/** Why nothing was done, as the host said; where it waits already, the way to that. */
export function RefusalNotice({ error }: { error: unknown }) {
  const text = error ? refusalOf(error) : null;
  if (!text) return null;
  const proposal = waitingOf(error);
  return proposal ? (
    <WaitingNotice proposal={proposal} text={text} />
  ) : (
    <Alert severity="error">{text}</Alert>
  );
}
