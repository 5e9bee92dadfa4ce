import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import type { WaitingProposal } from '../../../contract/proposals';
import type { Transaction } from '../../../contract/transaction';
import { takeFocus } from '../list/focus';
import { useOffers } from '../offered';
import { WaitingNotice } from '../proposals/WaitingNotice';
import { Commit, type Verdict } from './Commit';
import { KeyHint } from './KeyHint';
import { useDecisionKeys } from './use-decision-keys';
import { useVerdict } from './use-verdict';

/** Why each is chosen. */
export type Reasons = Partial<Record<Verdict, string>>;

interface Props {
  transaction: Transaction;
  mayDecide: boolean;
  /** Its payment waits for a second administrator. */
  waiting: WaitingProposal | undefined;
  /** It stands in for one that was decided or skipped here, or for itself as it was before somebody else changed it. */
  takesFocus: boolean;
  /** Nothing tells what became of a decision that was sent here. */
  isUnanswered: boolean;
  /** As they are typed; whoever shows this keeps them. */
  reasons: Reasons;
  onReasons: (reasons: Reasons) => void;
  onDecided: () => void;
  onSkip: () => void;
  /** Nothing tells what became of it. */
  onUnanswered: () => void;
  /** Someone else has changed it meanwhile. */
  onStale: () => void;
}

/**
 * Confirm or decline: choosing one shows what it does in figures and asks why; Enter sends it. The keys are C, D and S,
 * Escape takes the choice back.
 */
export function Decision(props: Props) {
  const { transaction, mayDecide, waiting, reasons, onReasons, onDecided, onSkip } = props;
  const card = useRef<HTMLDivElement>(null);
  // It has been so before this version was read.
  const [wasUnanswered] = useState(props.isUnanswered);
  const takesFocus = props.takesFocus || wasUnanswered;
  // The form before it, which had the focus, is gone.
  useEffect(() => {
    if (takesFocus) takeFocus(card.current);
  }, [takesFocus]);
  const { verdict, choose, takeBack, buttons } = useVerdict<Verdict>();
  const offers = useOffers();
  const isPending = transaction.status === 'PENDING';
  useDecisionKeys({
    c: () => mayDecide && isPending && choose('CONFIRMED'),
    d: () => mayDecide && isPending && choose('DECLINED'),
    s: onSkip,
    escape: takeBack,
  });

  return (
    <Card ref={card} component="section" aria-label="Decision" tabIndex={-1} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack sx={{ gap: 2 }}>
        {(!isPending || wasUnanswered) && (
          <Alert severity="warning">
            {wasUnanswered
              ? `Your decision had no answer. The transaction is ${transaction.status} now.`
              : `Someone else has decided this meanwhile: it is ${transaction.status}. Nothing was sent.`}
          </Alert>
        )}
        {waiting && <WaitingNotice proposal={waiting} />}
        <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayDecide && isPending && (
            <>
              <Button
                variant={verdict === 'CONFIRMED' ? 'contained' : 'outlined'}
                aria-pressed={verdict === 'CONFIRMED'}
                aria-keyshortcuts="C"
                onClick={() => choose('CONFIRMED')}
              >
                Confirm <KeyHint>C</KeyHint>
              </Button>
              <Button
                variant={verdict === 'DECLINED' ? 'contained' : 'outlined'}
                color="error"
                aria-pressed={verdict === 'DECLINED'}
                aria-keyshortcuts="D"
                onClick={() => choose('DECLINED')}
              >
                Decline <KeyHint>D</KeyHint>
              </Button>
            </>
          )}
          <Button color="inherit" aria-keyshortcuts="S" onClick={onSkip}>
            {isPending ? 'Skip' : 'Next'} <KeyHint>S</KeyHint>
          </Button>
        </Box>
        {!verdict && isPending && mayDecide && (
          <Typography variant="body2" color="textSecondary">
            {offers('previewStatus') && 'Choose to see what it does to the account. '}
            Nothing is sent before you say why and press Enter.
          </Typography>
        )}
        {verdict && (
          <Commit
            key={verdict}
            transaction={transaction}
            verdict={verdict}
            typed={reasons[verdict] ?? ''}
            onType={(typed) => onReasons({ ...reasons, [verdict]: typed })}
            onDecided={onDecided}
            onSent={onSkip}
            onUnanswered={props.onUnanswered}
            onStale={props.onStale}
            onCancel={takeBack}
          />
        )}
      </Stack>
    </Card>
  );
}
