import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { enumValues } from '../../../contract/enum-values';
import { FormDialog } from '../../shared/FormDialog';
import { FormField } from '../../shared/FormField';
import { formatDollars } from '../../shared/format';
import { WaitButton } from '../../shared/wait/WaitButton';
import { KeptNotice } from '../KeptNotice';
import { fullName } from '../list/person';
import { RefusalNotice } from '../proposals/WaitingNotice';
import { reasonLength, useReasonHelp } from '../reason';
import { LeaveQuestion } from '../theme/LeaveQuestion';
import type { AccountRecord } from './account-record';
import { FigureChanges } from './FigureChanges';
import { figureNames } from './figures';
import { useAccountEdit } from './use-account-edit';

interface Props {
  account: AccountRecord;
  onClose: () => void;
}

const dollarSign = <Typography sx={{ mr: 0.5, color: 'text.secondary' }}>$</Typography>;

/**
 * 'Make Deposit', the edit of an account (docs/rules.md, "Edits of accounts"): its figures as text, what would become
 * of them, and the reason for the audit log, without which nothing is saved.
 */
export default function AccountEditDialog({ account, onClose }: Props) {
  const { form, current, moved, typed, isKept, changes, canSave, saving, wait, refusal, save } =
    useAccountEdit(account, onClose);
  const [leaving, setLeaving] = useState(false);
  const { control } = form;
  const name = fullName(account.user);
  const reasonHelp = useReasonHelp({
    kept: 'Kept in the audit log, and shown to the investor beside the change.',
  });
  const below = changes.filter(({ before, after }) => after < 0 && after < before);

  return (
    <FormDialog
      title="Make Deposit"
      width="sm"
      busy={saving}
      onSubmit={save}
      onLeave={typed ? () => setLeaving(true) : onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <WaitButton type="submit" variant="contained" wait={wait} disabled={!canSave} loading={saving}>
            Save
          </WaitButton>
        </>
      }
    >
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name || account.user?.email}
      </Typography>
      {name && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {account.user?.email}
        </Typography>
      )}
      <Stack sx={{ gap: 2.5, mt: 2.5 }}>
        {isKept && !moved && <KeptNotice />}
        {moved && (
          <Alert severity="warning">
            {moved.why} What you typed is kept; everything else shows the current values.
            {moved.froze !== undefined && (
              <div>{moved.froze ? 'Withdrawals are frozen now.' : 'Withdrawals are possible again now.'}</div>
            )}
            {moved.figures.length > 0 && <FigureChanges changes={moved.figures} />}
          </Alert>
        )}
        <Box
          sx={{
            display: 'grid',
            // As many columns as have room for the largest amounts.
            gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10.5rem), 1fr))',
            columnGap: 1.5,
            rowGap: 2,
            alignItems: 'start',
          }}
        >
          {enumValues.editableAccountFields.map((field) => {
            const changed = changes.find((change) => change.field === field);
            return (
              <FormField
                key={field}
                control={control}
                name={field}
                label={figureNames[field]}
                autoComplete="off"
                helperText={changed && `now ${formatDollars(current[field] ?? 0)}`}
                slotProps={{ input: { startAdornment: dollarSign }, htmlInput: { inputMode: 'decimal' } }}
              />
            );
          })}
        </Box>
        <Box component="section" aria-label="Changes" aria-live="polite">
          {changes.length > 0 ? (
            <FigureChanges changes={changes} />
          ) : (
            <Typography variant="body2" color="textSecondary">
              Nothing is changed yet. A field that is cleared is not changed.
            </Typography>
          )}
        </Box>
        {below.length > 0 && (
          <Alert severity="warning">
            {below.map(({ field, after }) => (
              <div key={field}>
                This overdraws the account: {figureNames[field]} goes to {formatDollars(after)}.
              </div>
            ))}
          </Alert>
        )}
        <FormField
          control={control}
          name="reason"
          label="Reason"
          autoComplete="off"
          helperText={reasonHelp}
          slotProps={{ htmlInput: { maxLength: reasonLength, 'aria-required': true } }}
        />
        <RefusalNotice error={refusal} />
      </Stack>
      {typed && <LeaveQuestion asked={leaving} onStay={() => setLeaving(false)} onLeave={onClose} />}
    </FormDialog>
  );
}
