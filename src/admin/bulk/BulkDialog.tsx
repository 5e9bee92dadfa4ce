import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { enumValues } from '../../../contract/enum-values';
import { FormDialog } from '../../shared/FormDialog';
import { formatCount } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { WaitButton } from '../../shared/wait/WaitButton';
import { WaitStatus } from '../../shared/wait/WaitStatus';
import { useKeptTexts } from '../kept-typed';
import { PageFailure } from '../layout/PageFailure';
import { useConsoleProvider } from '../provider/console-calls';
import { ReasonField } from '../ReasonField';
import { seenReason, useReasonHelp } from '../reason';
import { BulkDuplicates } from './BulkDuplicates';
import { BulkEffect } from './BulkEffect';
import { BulkHolds } from './BulkHolds';
import { BulkProgress } from './BulkProgress';
import { BulkResults } from './BulkResults';
import { type Chosen, useBulkChange } from './use-bulk-change';

interface Props {
  chosen: Chosen;
  /** `changed`: something was sent. */
  onClose: (changed: boolean) => void;
}

/** Of the same transactions the same, in whatever order they were chosen: no reason is offered for others. */
const nameOf = (chosen: Chosen) =>
  `bulk:${JSON.stringify('ids' in chosen ? chosen.ids.toSorted() : chosen.filter)}`;

/** Sets a status of many transactions: first what it would do, then why, then how far it is and what became of each. */
export default function BulkDialog({ chosen, onClose }: Props) {
  const [typed, setTyped] = useKeptTexts(nameOf(chosen), ['status', 'reason']);
  const status = enumValues.trxStatuses.find((each) => each === typed.status) ?? 'CONFIRMED';
  const reason = seenReason(typed.reason ?? '');
  const reasonHelp = useReasonHelp({ kept: 'Kept in the audit log of each, and told to its investor.' });
  const [acceptDuplicates, setAcceptDuplicates] = useState(false);
  const [overrideHolds, setOverrideHolds] = useState(false);
  const { state, results, refusal, wait, run, stop } = useBulkChange(status);
  const provider = useConsoleProvider();
  const preview = useQuery({
    queryKey: ['transactions', 'bulk', chosen, status, acceptDuplicates, overrideHolds],
    queryFn: ({ signal }) =>
      provider.previewStatuses({
        status,
        ...chosen,
        ...(acceptDuplicates && { acceptDuplicates }),
        ...(overrideHolds && { overrideHolds }),
        signal,
      }),
    // What is changed is what was previewed: it must not be read anew beneath the reader.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // The checkbox that asks for the next one keeps its place, and the focus.
    placeholderData: (known, query) => (query?.queryKey[3] === status ? known : undefined),
  });
  const { data } = preview;
  const asking = state === 'asking';
  const count = data?.count ?? 0;
  const ready = count > 0 && reason !== '' && !preview.isPlaceholderData;
  const close = () => onClose(!asking);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (data && ready && (asking || state === 'stopped')) run(data.rows, reason);
  }

  return (
    <FormDialog
      title="Change the status of many"
      width="sm"
      busy={state === 'running'}
      onSubmit={submit}
      onLeave={close}
      actions={
        <>
          {state === 'running' ? (
            // Not to become the button that closes: pressed twice, it would close what has just ended.
            <Button key="stop" onClick={stop}>
              Stop
            </Button>
          ) : (
            <Button color="inherit" onClick={close}>
              {asking ? 'Cancel' : 'Close'}
            </Button>
          )}
          {asking && (
            <Button type="submit" variant="contained" disabled={!ready}>
              {data ? `Set ${formatCount(count)} to ${status}` : `Set to ${status}`}
            </Button>
          )}
          {state === 'stopped' && (
            <WaitButton type="submit" variant="contained" wait={wait} silent>
              Continue
            </WaitButton>
          )}
        </>
      }
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {asking ? (
          <>
            <TextField
              select
              label="New status"
              value={status}
              onChange={({ target }) => {
                const next = enumValues.trxStatuses.find((each) => each === target.value);
                if (!next) return;
                setTyped({ ...typed, status: next });
                setAcceptDuplicates(false);
                setOverrideHolds(false);
              }}
            >
              {enumValues.trxStatuses.map((each) => (
                <MenuItem key={each} value={each}>
                  {each}
                </MenuItem>
              ))}
            </TextField>
            <PageFailure what="effect" query={preview} />
            {preview.isPending && <LoadingScreen />}
            {data && <BulkEffect preview={data} status={status} />}
            {data && data.duplicates > 0 && (
              <BulkDuplicates
                count={data.duplicates}
                accepted={acceptDuplicates}
                onChange={setAcceptDuplicates}
              />
            )}
            {data?.onHold !== undefined && (
              <BulkHolds count={data.onHold} overridden={overrideHolds} onChange={setOverrideHolds} />
            )}
            {count > 0 && (
              <ReasonField
                value={typed.reason ?? ''}
                onChange={(reason) => setTyped({ ...typed, reason })}
                help={reasonHelp}
              />
            )}
          </>
        ) : (
          <BulkProgress state={state} count={data?.rows.length ?? 0} results={results} />
        )}
        {state === 'stopped' && (
          <Alert severity={refusal ? 'error' : 'info'}>
            {refusal ?? 'Stopped. The rest is unchanged.'} Continue whenever you like: nothing is done twice.
          </Alert>
        )}
        <WaitStatus wait={wait} what="try again" />
        {state !== 'running' && results.length > 0 && <BulkResults results={results} />}
      </Stack>
    </FormDialog>
  );
}
