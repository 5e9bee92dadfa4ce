import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useRef, useState } from 'react';
import { apiErrorOf } from '../../shared/api-error';
import { FormDialog } from '../../shared/FormDialog';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { useKeptText } from '../kept-typed';
import { RefusalNotice, WaitingNotice } from '../proposals/WaitingNotice';
import { ReasonField } from '../ReasonField';
import { seenReason, toldToInvestor } from '../reason';
import { DuplicateNotice } from './DuplicateNotice';
import { HoldNotice } from './HoldNotice';
import { StatusEffect } from './StatusEffect';
import { TransactionFacts } from './TransactionFacts';
import { useDuplicate } from './use-duplicate';
import { useHold } from './use-hold';
import type { StatusOptions } from './use-send-status';
import type { Asked } from './use-status-change';
import { useStatusEffect } from './use-status-effect';
import { VersionNotice } from './VersionNotice';

interface Props {
  asked: Asked;
  sending: boolean;
  /** Rejects when the host refuses. */
  onSend: (reason: string, options: StatusOptions) => Promise<void>;
  onCancel: () => void;
}

/**
 * What a status will do, before it is set: the figures before and after, a warning when they go below zero, a payment
 * would count twice, or a withdrawal still waits or is of a frozen account, and the reason for the audit log. The dialog stays until the host has answered.
 */
export default function StatusDialog({ asked, sending, onSend, onCancel }: Props) {
  const { record, status, conflict } = asked;
  const [typed, setTyped] = useKeptText(`status:${record.id}:${status}`);
  const [failure, setFailure] = useState<unknown>();
  /** What the host said of a missing reason: a change that becomes a proposal needs one. */
  const [needs, setNeeds] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const wait = useWait();
  const reason = seenReason(typed);
  const effect = useStatusEffect(record, status);
  const duplicate = useDuplicate(effect);
  const hold = useHold(effect);
  const needed = hold.found || needs !== undefined;
  const unreasoned = needed && !reason;
  const blocked = effect.data?.blocked === true || duplicate.blocks || hold.blocks || unreasoned;
  const already = record.status === status;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (sending || !effect.isSuccess || blocked) return;
    setFailure(undefined);
    try {
      await onSend(reason, { ...duplicate.options, ...hold.options });
    } catch (error) {
      wait.after(error);
      duplicate.hear(error);
      hold.hear(error);
      const missing = reason ? undefined : apiErrorOf(error)?.errors.find(({ field }) => field === 'reason');
      if (!missing) return setFailure(error);
      setNeeds(missing.message);
      input.current?.focus();
    }
  }

  return (
    <FormDialog
      title={`Set to ${status}?`}
      busy={sending}
      lightly={!reason}
      onSubmit={submit}
      onLeave={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel} disabled={sending}>
            {already ? 'Close' : 'Cancel'}
          </Button>
          {!already && (
            <WaitButton
              type="submit"
              variant="contained"
              wait={wait}
              disabled={!effect.isSuccess || blocked}
              loading={sending}
            >
              Set to {status}
            </WaitButton>
          )}
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        {conflict && <VersionNotice {...conflict} now={record} />}
        <TransactionFacts record={record} />
        {!already && <StatusEffect effect={effect} />}
        {!already && <DuplicateNotice duplicate={duplicate} disabled={sending} />}
        {!already && <HoldNotice hold={hold} disabled={sending} />}
        {effect.data?.waiting && !failure && <WaitingNotice proposal={effect.data.waiting} />}
        {!already && (
          <ReasonField
            autoFocus
            inputRef={input}
            optional={!needed}
            kept={toldToInvestor}
            label={needed ? 'Reason' : 'Reason (optional)'}
            {...(needs && !reason && { error: true, help: needs })}
            value={typed}
            onChange={setTyped}
          />
        )}
        <RefusalNotice error={failure} />
      </Stack>
    </FormDialog>
  );
}
