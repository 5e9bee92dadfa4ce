import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import type { WaitingProposal } from '../../../contract/proposals';
import type { Transaction } from '../../../contract/transaction';
import { takeFocus } from '../../shared/take-focus';
import { useOffers } from '../offered';
import { WaitingNotice } from '../proposals/WaitingNotice';
import { isUnansweredChange, recordName } from '../provider/send-write';
import { useSendStatus } from '../transactions/use-send-status';
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
  /** As it was shown before this version. */
  before: Transaction | undefined;
  /** As they are typed; whoever shows this keeps them. */
  reasons: Reasons;
  onReasons: (reasons: Reasons) => void;
  onDecided: () => void;
  onSkip: () => void;
  /** It has changed meanwhile. */
  onStale: () => void;
}

/** Whose decision it is, where it is none that was asked for in this form. */
function whoseText({ status }: Transaction, before: Transaction | undefined): string | null {
  const own = before && { record: recordName('transactions', before._id), ifMatch: before.version };
  if (own && isUnansweredChange(own)) return `Your decision had no answer. The transaction is ${status} now.`;
  if (status === 'PENDING') return null;
  return before?.status === 'PENDING'
    ? `Someone else has decided this meanwhile: it is ${status}. Nothing was sent.`
    : `This is decided already: ${status}.`;
}

/**
 * Confirm or decline: choosing one shows what it does in figures and asks why; Enter sends it. The keys are C, D and S,
 * Escape takes the choice back. While one is sent, nothing else is chosen.
 */
export function Decision(props: Props) {
  const { transaction, mayDecide, waiting, takesFocus, reasons, onReasons, onDecided, onSkip } = props;
  const card = useRef<HTMLDivElement>(null);
  const whose = whoseText(transaction, props.before);
  // The form before it, which had the focus, is gone.
  useEffect(() => {
    if (takesFocus) takeFocus(card.current);
  }, [takesFocus]);
  const { verdict, choose, takeBack, buttons } = useVerdict<Verdict>();
  const sender = useSendStatus();
  const { sending } = sender;
  const offers = useOffers();
  const isPending = transaction.status === 'PENDING';
  useDecisionKeys(
    sending
      ? {}
      : {
          c: () => mayDecide && isPending && choose('CONFIRMED'),
          d: () => mayDecide && isPending && choose('DECLINED'),
          s: onSkip,
          escape: takeBack,
        },
  );

  return (
    <Card ref={card} component="section" aria-label="Decision" tabIndex={-1} sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack sx={{ gap: 2 }}>
        {whose && <Alert severity="warning">{whose}</Alert>}
        {waiting && <WaitingNotice proposal={waiting} />}
        <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayDecide && isPending && (
            <>
              <Button
                variant={verdict === 'CONFIRMED' ? 'contained' : 'outlined'}
                aria-pressed={verdict === 'CONFIRMED'}
                aria-keyshortcuts="C"
                disabled={sending}
                onClick={() => choose('CONFIRMED')}
              >
                Confirm <KeyHint>C</KeyHint>
              </Button>
              <Button
                variant={verdict === 'DECLINED' ? 'contained' : 'outlined'}
                color="error"
                aria-pressed={verdict === 'DECLINED'}
                aria-keyshortcuts="D"
                disabled={sending}
                onClick={() => choose('DECLINED')}
              >
                Decline <KeyHint>D</KeyHint>
              </Button>
            </>
          )}
          <Button color="inherit" aria-keyshortcuts="S" disabled={sending} onClick={onSkip}>
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
            sender={sender}
            typed={reasons[verdict] ?? ''}
            onType={(typed) => onReasons({ ...reasons, [verdict]: typed })}
            onDecided={onDecided}
            onSent={onSkip}
            onStale={props.onStale}
            onCancel={takeBack}
          />
        )}
      </Stack>
    </Card>
  );
}
