import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ProposalView } from '../../../contract/proposals';
import { apiErrorOf, isWithoutAnswer } from '../../shared/api-error';
import { takeFocus } from '../../shared/take-focus';
import { toast, toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { refusalOf } from '../failure';
import { useConsoleProvider } from '../provider/console-calls';
import { openForm } from '../provider/send-write';
import { ReasonField } from '../ReasonField';
import { seenReason } from '../reason';
import { KeyHint } from '../review/KeyHint';
import { LeaveQuestion } from '../theme/LeaveQuestion';

export type Verdict = 'approve' | 'decline' | 'withdraw';

const words = {
  approve: { button: 'Approve and do it', label: 'Note', said: 'Approved, and done' },
  decline: { button: 'Decline now', label: 'Reason to decline', said: 'Declined' },
  withdraw: { button: 'Withdraw now', label: 'Note', said: 'Withdrawn' },
} as const;

interface Props {
  proposal: ProposalView;
  verdict: Verdict;
  /** The reason as it is typed; whoever shows this keeps it. */
  typed: string;
  onType: (typed: string) => void;
  /** Kept by whoever shows this, who lets nothing else be chosen meanwhile. */
  sending: boolean;
  onSending: (sending: boolean) => void;
  /** It was taken, or refused because the proposal is not what was seen. */
  onDone: () => unknown;
  onCancel: () => void;
}

/** Why, and then the decision, of the effect that is shown; Enter sends it. */
export function VerdictForm(props: Props) {
  const { proposal, verdict, typed, onType, sending, onSending, onDone, onCancel } = props;
  const reason = seenReason(typed);
  const [refusal, setRefusal] = useState<string | null>(null);
  /** What was shown is not to be had any more: the same would be refused again. */
  const [over, setOver] = useState(false);
  const decided = useRef(false);
  const wait = useWait();
  const provider = useConsoleProvider();
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { button, label, said } = words[verdict];
  const optional = verdict !== 'decline';
  const ready = !sending && !over && (optional || reason !== '');
  useEffect(() => input.current?.focus(), []);
  useEffect(() => openForm(`proposal:${proposal._id}:${verdict}`), [proposal._id, verdict]);
  const back = useRef<HTMLButtonElement>(null);
  // The button that had the focus is off for good.
  useEffect(() => {
    if (over) takeFocus(back.current);
  }, [over]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!ready) return;
    onSending(true);
    setRefusal(null);
    const { _id: proposalId, effectHash } = proposal;
    const request = { proposalId, reason };
    try {
      await provider.decideProposal(
        verdict === 'approve'
          ? { ...request, decision: verdict, effectHash }
          : { ...request, decision: verdict },
      );
      decided.current = true;
      toast({ title: 'Approvals', description: said, variant: 'success' });
      // What it has changed is on other pages: accounts, transactions, addresses.
      queryClient.invalidateQueries();
    } catch (error) {
      wait.after(error);
      toastErrors(error);
      setRefusal(refusalOf(error));
      const failure = apiErrorOf(error);
      // It would do something else by now, or is decided.
      if (failure?.has('effect_changed') || failure?.has('conflict')) {
        setOver(true);
        onDone();
      } else if (isWithoutAnswer(failure)) onDone();
    }
    onSending(false);
  }

  return (
    <Stack component="form" noValidate onSubmit={send} sx={{ gap: 2 }}>
      <ReasonField
        inputRef={input}
        label={label}
        value={typed}
        onChange={onType}
        optional={optional}
        help={
          optional
            ? 'Optional. Kept in the audit log; the proposer is told.'
            : 'Required. The proposer is told.'
        }
      />
      {reason && <LeaveQuestion loses={() => !decided.current} />}
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <WaitButton
          type="submit"
          variant="contained"
          color={verdict === 'approve' ? 'primary' : 'error'}
          wait={wait}
          disabled={!ready}
          loading={sending}
        >
          {button} <KeyHint>Enter</KeyHint>
        </WaitButton>
        <Button ref={back} color="inherit" onClick={onCancel} disabled={sending}>
          Back <KeyHint>Esc</KeyHint>
        </Button>
      </Box>
    </Stack>
  );
}
