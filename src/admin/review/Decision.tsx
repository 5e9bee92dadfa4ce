import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useUpdate } from 'ra-core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toasts } from '../../../contract/messages';
import type { Transaction } from '../../../contract/transaction';
import { toast } from '../../shared/toasts';
import { isStale, refusalOf, toastFailure } from '../failure';
import { reasonLength } from '../reason';
import { StatusEffect } from '../transactions/StatusEffect';
import { readEffect } from '../transactions/status-effect';
import { useDecisionKeys } from './use-decision-keys';

type Verdict = 'CONFIRMED' | 'DECLINED';

interface Props {
  transaction: Transaction;
  mayDecide: boolean;
  onDecided: () => void;
  onSkip: () => void;
  /** Someone else has changed it meanwhile. */
  onStale: () => void;
}

/** Which key does the same; phones have none. */
function KeyHint({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' }, ml: 0.5 }}>
      ({children})
    </Box>
  );
}

const words = { CONFIRMED: 'Confirm', DECLINED: 'Decline' } as const;

/**
 * Confirm or decline: choosing one shows what it does in figures and asks why; Enter sends it. The keys are C, D and S,
 * Escape takes the choice back.
 */
export function Decision({ transaction, mayDecide, onDecided, onSkip, onStale }: Props) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const isPending = transaction.status === 'PENDING';
  const takeBack = () => setVerdict(null);
  useDecisionKeys({
    c: () => mayDecide && isPending && setVerdict('CONFIRMED'),
    d: () => mayDecide && isPending && setVerdict('DECLINED'),
    s: onSkip,
    escape: takeBack,
  });

  return (
    <Card component="section" aria-label="Decision" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack sx={{ gap: 2 }}>
        {!isPending && (
          <Alert severity="warning">
            Someone else has decided this meanwhile: it is {transaction.status}. Nothing was sent.
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayDecide && isPending && (
            <>
              <Button
                variant={verdict === 'CONFIRMED' ? 'contained' : 'outlined'}
                aria-pressed={verdict === 'CONFIRMED'}
                aria-keyshortcuts="C"
                onClick={() => setVerdict('CONFIRMED')}
              >
                Confirm <KeyHint>C</KeyHint>
              </Button>
              <Button
                variant={verdict === 'DECLINED' ? 'contained' : 'outlined'}
                color="error"
                aria-pressed={verdict === 'DECLINED'}
                aria-keyshortcuts="D"
                onClick={() => setVerdict('DECLINED')}
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
            Choose to see what it does to the account. Nothing is sent before you say why and press Enter.
          </Typography>
        )}
        {verdict && (
          <Commit
            key={verdict}
            transaction={transaction}
            verdict={verdict}
            onDecided={onDecided}
            onStale={onStale}
            onCancel={takeBack}
          />
        )}
      </Stack>
    </Card>
  );
}

interface CommitProps extends Pick<Props, 'transaction' | 'onDecided' | 'onStale'> {
  verdict: Verdict;
  onCancel: () => void;
}

function Commit({ transaction, verdict, onDecided, onStale, onCancel }: CommitProps) {
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [update, { isPending: sending }] = useUpdate();
  const input = useRef<HTMLInputElement>(null);
  const record = { ...transaction, id: transaction._id };
  const effect = useQuery({
    queryKey: ['transactions', 'effect', transaction._id, transaction.version, verdict],
    queryFn: ({ signal }) => readEffect(record, verdict, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ready = effect.isSuccess && reason.trim() !== '' && !sending;
  useEffect(() => input.current?.focus(), []);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!ready) return;
    setRefusal(null);
    try {
      await update(
        'transactions',
        { id: record.id, data: { status: verdict }, previousData: record, meta: { reason: reason.trim() } },
        { returnPromise: true, mutationMode: 'pessimistic' },
      );
    } catch (error) {
      toastFailure(error);
      if (isStale(error)) onStale();
      else setRefusal(refusalOf(error));
      return;
    }
    toast({
      title: toasts.transactionUpdatedTitle,
      description: toasts.transactionUpdated,
      variant: 'success',
    });
    onDecided();
  }

  return (
    <Stack component="form" noValidate onSubmit={send} sx={{ gap: 2 }}>
      <StatusEffect effect={effect} />
      <TextField
        inputRef={input}
        label={`Reason to ${words[verdict].toLowerCase()}`}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        autoComplete="off"
        helperText="Required. Kept in the audit log."
        slotProps={{ htmlInput: { maxLength: reasonLength, 'aria-required': true } }}
      />
      {refusal && <Alert severity="error">{refusal}</Alert>}
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          color={verdict === 'DECLINED' ? 'error' : 'primary'}
          disabled={!ready}
          loading={sending}
        >
          {words[verdict]} now <KeyHint>Enter</KeyHint>
        </Button>
        <Button color="inherit" onClick={onCancel} disabled={sending}>
          Back <KeyHint>Esc</KeyHint>
        </Button>
      </Box>
    </Stack>
  );
}
