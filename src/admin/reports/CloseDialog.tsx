import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useState } from 'react';
import { enumValues } from '../../../contract/enum-values';
import type { TakeoverFinding } from '../../../contract/enums';
import { takeoverFindingNames } from '../../../contract/report-names';
import type { ReportDetails } from '../../../contract/takeover';
import { FormDialog } from '../../shared/FormDialog';
import { toast, toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { refusalOf } from '../failure';
import { useKeptText } from '../kept-typed';
import { useConsoleProvider } from '../provider/console-calls';
import { ReasonField } from '../ReasonField';
import { seenReason } from '../reason';

interface Props {
  report: ReportDetails;
  onDone: () => void;
  /** The host has refused: what is shown may have changed. */
  onRefused: () => void;
  onCancel: () => void;
}

const countOf = (others: number) =>
  others === 1 ? 'The other open report' : `The other ${others} open reports`;

/** Closes a report: what was found, why, and whether the account may withdraw again. */
export default function CloseDialog({ report, onDone, onRefused, onCancel }: Props) {
  const provider = useConsoleProvider();
  const [finding, setFinding] = useState<TakeoverFinding | null>(null);
  const [allowWithdrawals, setAllowWithdrawals] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const wait = useWait();
  const labelId = useId();
  const { _id: reportId, others, frozenAt } = report;
  const [typed, setTyped] = useKeptText(`report:${reportId}`);
  const reason = seenReason(typed);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || finding === null || !reason) return;
    setBusy(true);
    setRefusal(null);
    try {
      await provider.closeReport({
        reportId,
        finding,
        others: others.map(({ _id }) => _id),
        allowWithdrawals,
        reason,
      });
    } catch (error) {
      wait.after(error);
      toastErrors(error);
      setRefusal(refusalOf(error));
      setBusy(false);
      return onRefused();
    }
    toast({
      title: 'Report',
      description: allowWithdrawals ? 'Closed; withdrawals are possible again' : 'Closed',
      variant: 'success',
    });
    onDone();
  }

  return (
    <FormDialog
      title="Close this report?"
      width="sm"
      busy={busy}
      lightly={finding === null && !typed}
      onSubmit={submit}
      onLeave={onCancel}
      actions={
        <>
          <Button color="inherit" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <WaitButton
            type="submit"
            variant="contained"
            wait={wait}
            disabled={finding === null || !reason}
            loading={busy}
          >
            Close the report
          </WaitButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <FormControl>
          <FormLabel id={labelId}>What was found</FormLabel>
          <RadioGroup
            aria-labelledby={labelId}
            value={finding}
            onChange={({ target }) =>
              setFinding(enumValues.takeoverFindings.find((each) => each === target.value) ?? null)
            }
          >
            {enumValues.takeoverFindings.map((each) => (
              <FormControlLabel
                key={each}
                value={each}
                control={<Radio />}
                label={takeoverFindingNames[each]}
              />
            ))}
          </RadioGroup>
        </FormControl>
        {others.length > 0 && (
          <Typography variant="body2">
            {countOf(others.length)} about this person {others.length === 1 ? 'is' : 'are'} closed with it.
          </Typography>
        )}
        {frozenAt !== null && (
          <div>
            <FormControlLabel
              control={
                <Checkbox
                  checked={allowWithdrawals}
                  onChange={({ target }) => setAllowWithdrawals(target.checked)}
                />
              }
              label="Allow withdrawals again"
            />
            <FormHelperText>
              {allowWithdrawals
                ? 'The owner is told by mail. Decline what is not theirs before you close.'
                : 'Without this the account stays frozen; it can be unfrozen later on the page of the person.'}
            </FormHelperText>
          </div>
        )}
        <ReasonField value={typed} onChange={setTyped} />
        {refusal && <Alert severity="error">{refusal}</Alert>}
      </Stack>
    </FormDialog>
  );
}
