import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useGetIdentity } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { proposalStatusNames } from '../../../contract/console-names';
import type { ProposalView } from '../../../contract/proposals';
import { formatMoment } from '../../shared/format';
import { takeFocus } from '../../shared/take-focus';
import { useKeptTexts } from '../kept-typed';
import { nameOrEmail } from '../list/person';
import { useMay } from '../may';
import { personPath } from '../record-paths';
import { KeyHint } from '../review/KeyHint';
import { useDecisionKeys } from '../review/use-decision-keys';
import { useVerdict } from '../review/use-verdict';
import { type Verdict, VerdictForm } from './VerdictForm';

interface Props {
  proposal: ProposalView;
  /** It was decided, or is not what it was. */
  onChanged: () => unknown;
}

/** What became of it, by whom and why. */
function Decided({ proposal }: { proposal: ProposalView }) {
  const { status, decider, decidedAt, decisionReason } = proposal;
  return (
    <>
      <Typography>
        {proposalStatusNames[status]}
        {decider && ' by '}
        {decider && (
          <Link component={RouterLink} to={personPath(decider._id)}>
            {nameOrEmail(decider)}
          </Link>
        )}
        {decidedAt && `, ${formatMoment(decidedAt)}`}
      </Typography>
      {decisionReason && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {decisionReason}
        </Typography>
      )}
    </>
  );
}

const verdicts = ['approve', 'decline', 'withdraw'] as const satisfies Verdict[];

interface Choice {
  verdict: Verdict;
  label: string;
  /** The key that chooses it. */
  letter: string;
}

/** What the signed-in person may do with a proposal that waits: its proposer takes it back, others decide. */
function choicesOf(own: boolean, changed: boolean): Choice[] {
  if (own) return [{ verdict: 'withdraw', label: 'Withdraw', letter: 'W' }];
  return [
    ...(changed ? [] : [{ verdict: 'approve', label: 'Approve', letter: 'A' } as const]),
    { verdict: 'decline', label: 'Decline', letter: 'D' },
  ];
}

function Waiting({ proposal, onChanged }: Props) {
  const { verdict: chosen, choose, takeBack, buttons } = useVerdict<Verdict>();
  // Kept while a choice is taken back, as in the review.
  const [reasons, setReasons] = useKeptTexts(`proposal:${proposal._id}`, verdicts);
  const mayDecide = useMay('edit', 'proposals');
  const { identity } = useGetIdentity();
  const own = identity?.id === proposal.proposer._id;
  // Nothing is offered before it is known whose it is.
  const choices = mayDecide && identity ? choicesOf(own, proposal.changed) : [];
  // Refused and read anew, it may be known by now to be nothing to approve.
  const verdict = chosen === 'approve' && proposal.changed ? null : chosen;
  useEffect(() => {
    if (verdict !== chosen) takeBack();
  });
  // One that is being sent is neither taken back nor followed by another one.
  const [sending, setSending] = useState(false);
  useDecisionKeys(
    sending
      ? {}
      : {
          ...Object.fromEntries(
            choices.map(({ verdict, letter }) => [letter.toLowerCase(), () => choose(verdict)]),
          ),
          escape: takeBack,
        },
  );

  return (
    <>
      {mayDecide === false && <Typography>It waits for a second administrator.</Typography>}
      {own && <Alert severity="info">You proposed this yourself: another administrator decides on it.</Alert>}
      <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '&:empty': { display: 'none' } }}>
        {choices.map(({ verdict: each, label, letter }) => (
          <Button
            key={each}
            variant={verdict === each ? 'contained' : 'outlined'}
            color={each === 'approve' ? 'primary' : 'error'}
            aria-pressed={verdict === each}
            aria-keyshortcuts={letter}
            disabled={sending}
            onClick={() => choose(each)}
          >
            {label} <KeyHint>{letter}</KeyHint>
          </Button>
        ))}
      </Box>
      {verdict && (
        <VerdictForm
          key={verdict}
          proposal={proposal}
          verdict={verdict}
          typed={reasons[verdict] ?? ''}
          onType={(typed) => setReasons({ ...reasons, [verdict]: typed })}
          sending={sending}
          onSending={setSending}
          onDone={onChanged}
          onCancel={takeBack}
        />
      )}
    </>
  );
}

/** The decision on a proposal, or what it was. */
export function Outcome({ proposal, onChanged }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const waits = proposal.status === 'PENDING';
  const waited = useRef(waits);
  // The form that had the focus is gone once it is decided.
  useEffect(() => {
    if (waited.current && !waits) takeFocus(card.current);
    waited.current = waits;
  }, [waits]);
  return (
    <Card ref={card} component="section" aria-label="Decision" tabIndex={-1} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack sx={{ gap: 2 }}>
        {waits ? <Waiting proposal={proposal} onChanged={onChanged} /> : <Decided proposal={proposal} />}
      </Stack>
    </Card>
  );
}
