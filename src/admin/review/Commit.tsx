import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Transaction } from '../../../contract/transaction';
import { toastErrors } from '../../shared/toasts';
import { useIsHere } from '../../shared/use-is-here';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { isStale } from '../failure';
import { RefusalNotice } from '../proposals/WaitingNotice';
import { openForm } from '../provider/send-write';
import { ReasonField } from '../ReasonField';
import { seenReason, toldToInvestor } from '../reason';
import { useSentNotice } from '../sent-for-approval';
import { LeaveQuestion } from '../theme/LeaveQuestion';
import { DuplicateNotice } from '../transactions/DuplicateNotice';
import { HoldNotice } from '../transactions/HoldNotice';
import { StatusEffect } from '../transactions/StatusEffect';
import { useDuplicate } from '../transactions/use-duplicate';
import { useHold } from '../transactions/use-hold';
import type { useSendStatus } from '../transactions/use-send-status';
import { useStatusEffect } from '../transactions/use-status-effect';
import { KeyHint } from './KeyHint';

/** What is decided of a transaction that waits. */
export type Verdict = 'CONFIRMED' | 'DECLINED';

const words = { CONFIRMED: 'Confirm', DECLINED: 'Decline' } as const;

interface Props {
  transaction: Transaction;
  verdict: Verdict;
  /** Of whoever shows this, who lets nothing else be chosen while it sends. */
  sender: ReturnType<typeof useSendStatus>;
  /** The reason as it is typed; whoever shows this keeps it. */
  typed: string;
  onType: (typed: string) => void;
  onDecided: () => void;
  /** It waits for a second administrator, and is pending still. */
  onSent: () => void;
  /** It has changed meanwhile. */
  onStale: () => void;
  onCancel: () => void;
}

/** What the verdict does to the account, and why it is given; Enter sends it. */
export function Commit(props: Props) {
  const { transaction, verdict, typed, onType, onDecided, onSent, onStale, onCancel } = props;
  const reason = seenReason(typed);
  const decided = useRef(false);
  const [failure, setFailure] = useState<unknown>();
  const wait = useWait();
  const { send: sendStatus, sending } = props.sender;
  const isHere = useIsHere();
  const tellSent = useSentNotice();
  const input = useRef<HTMLInputElement>(null);
  const record = { ...transaction, id: transaction._id };
  const effect = useStatusEffect(record, verdict);
  const duplicate = useDuplicate(effect);
  const hold = useHold(effect);
  const blocked = effect.data?.blocked === true || duplicate.blocks || hold.blocks;
  const ready = effect.isSuccess && reason !== '' && !sending && !blocked;
  useEffect(() => input.current?.focus(), []);
  useEffect(() => openForm(`review:${transaction._id}:${verdict}`), [transaction._id, verdict]);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!ready) return;
    setFailure(undefined);
    try {
      await sendStatus(record, verdict, reason, { ...duplicate.options, ...hold.options });
      decided.current = true;
    } catch (error) {
      if (tellSent(error)) {
        decided.current = true;
        return onSent();
      }
      wait.after(error);
      // The page says what became of it, and reading it again would not help.
      setFailure(error);
      if (isStale(error)) {
        // Who has left meanwhile is told by a toast.
        if (!isHere.current) toastErrors(error);
        return onStale();
      }
      toastErrors(error);
      duplicate.hear(error);
      hold.hear(error);
      return;
    }
    onDecided();
  }

  return (
    <Stack component="form" noValidate onSubmit={send} sx={{ gap: 2 }}>
      <StatusEffect effect={effect} />
      <DuplicateNotice duplicate={duplicate} disabled={sending} />
      <HoldNotice hold={hold} disabled={sending} />
      <ReasonField
        inputRef={input}
        label={`Reason to ${words[verdict].toLowerCase()}`}
        value={typed}
        onChange={onType}
        kept={toldToInvestor}
      />
      {reason && <LeaveQuestion loses={() => !decided.current} />}
      <RefusalNotice error={failure} />
      <Box sx={{ display: 'flex', gap: 1 }}>
        <WaitButton
          type="submit"
          variant="contained"
          color={verdict === 'DECLINED' ? 'error' : 'primary'}
          wait={wait}
          disabled={!ready}
          loading={sending}
        >
          {words[verdict]} now <KeyHint>Enter</KeyHint>
        </WaitButton>
        <Button color="inherit" onClick={onCancel} disabled={sending}>
          Back <KeyHint>Esc</KeyHint>
        </Button>
      </Box>
    </Stack>
  );
}
