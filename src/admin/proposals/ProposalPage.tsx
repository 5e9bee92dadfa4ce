import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useParams } from 'react-router-dom';
import type { ProposalView } from '../../../contract/proposals';
import { useDocumentTitle } from '../../shared/document-title';
import { formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { FigureChanges } from '../accounts/FigureChanges';
import { SubjectLink } from '../audit/SubjectLink';
import { Panels } from '../extensions/Panels';
import { WholePageFailure } from '../layout/PageFailure';
import { nameOrEmail } from '../list/person';
import { useConsoleProvider } from '../provider/console-calls';
import { personPath, proposalsPath } from '../record-paths';
import { EffectView } from './EffectView';
import { Outcome } from './Outcome';
import { ProposalStatusChip } from './ProposalStatusChip';
import { Proposer } from './Proposer';
import { makesNew, titleOf } from './proposal-text';

const cardSx = { p: { xs: 2, sm: 2.5 } };

/** What the act would do: what was proposed, and beside it what it would do by now where that is not the same. */
function WhatItDoes({ proposal }: { proposal: ProposalView }) {
  const { kind, effect, now, changed, refusal, preview, person, status, ...subject } = proposal;
  const isNew = makesNew(subject);
  return (
    <Card sx={cardSx} component="section" aria-labelledby="what-it-does">
      <Typography id="what-it-does" variant="h5" component="h2" sx={{ mb: 1.5 }}>
        What exactly it does
      </Typography>
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
          {person && (
            <>
              <Link component={RouterLink} to={personPath(person._id)}>
                {nameOrEmail(person)}
              </Link>
              <Box sx={{ color: 'text.secondary' }}>{person.email}</Box>
            </>
          )}
          {!person && !isNew && <SubjectLink {...subject} />}
        </Typography>
        {changed && (
          <Alert severity="warning">
            {refusal ??
              'What this would do has changed since it was proposed. It cannot be approved any more; it can be declined, and proposed anew.'}
          </Alert>
        )}
        <EffectView label="What was proposed" told={proposal} effect={effect} isNew={isNew} />
        {changed && now && (
          <>
            <Typography variant="subtitle2" component="h3">
              By now it would do this
            </Typography>
            <EffectView label="What it would do by now" told={proposal} effect={now} isNew={isNew} />
          </>
        )}
        {preview && kind !== 'adjustment' && preview.changes.length > 0 && (
          <Box component="section" aria-label="Effect on the account">
            <Typography variant="subtitle2" component="h3" sx={{ mb: 0.75 }}>
              The account of the investor
            </Typography>
            <FigureChanges changes={preview.changes} />
          </Box>
        )}
        {preview?.overdraws && <Alert severity="warning">This overdraws the account.</Alert>}
        {preview?.frozen && (
          <Alert severity="warning">Withdrawals of this investor are frozen at present.</Alert>
        )}
      </Stack>
    </Card>
  );
}

/** An act that waits for a second administrator, or what became of it: all that a decision needs, and the decision. */
export default function ProposalPage() {
  const { id = '' } = useParams();
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['proposals', 'view', id],
    queryFn: ({ signal }) => provider.readProposal({ proposalId: id, signal }),
    // What is approved is what was read: it must not be read anew beneath the reader.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: proposal } = query;
  const title = proposal ? titleOf(proposal) : 'Approval';
  useDocumentTitle(title);
  if (!proposal && query.error) {
    const list = { label: 'approvals', path: proposalsPath };
    return <WholePageFailure title={title} what="proposal" list={list} query={query} />;
  }
  if (!proposal) return <LoadingScreen />;

  return (
    <>
      <Typography variant="body2" sx={{ mb: 0.5 }}>
        <Link component={RouterLink} to={proposalsPath}>
          Approvals
        </Link>
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, mb: 2 }}>
        <Typography variant="h2" component="h1">
          {title}
        </Typography>
        <ProposalStatusChip status={proposal.status} />
        <Typography color="textSecondary">proposed {formatMoment(proposal.createdAt)}</Typography>
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 4fr)' },
        }}
      >
        <WhatItDoes proposal={proposal} />
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
          <Outcome key={proposal.effectHash} proposal={proposal} onChanged={() => query.refetch()} />
          <Proposer proposal={proposal} />
          <Panels resource="proposals" record={{ ...proposal, id }} />
        </Box>
      </Box>
    </>
  );
}
