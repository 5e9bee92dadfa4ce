import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import CircularProgress from '@mui/material/CircularProgress';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useRecordContext, useRefresh, useUpdate } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import type { TrxStatus } from '../../../contract/enums';
import { toasts } from '../../../contract/messages';
import { toast } from '../../shared/toasts';
import { toastFailure } from '../failure';
import { textOrMissing } from '../list/columns';
import { statusLabel, type TransactionRecord } from './transaction-record';

const tones = { PENDING: 'warning', CONFIRMED: 'success', DECLINED: 'error' } as const;

function Saving() {
  return <CircularProgress size={14} color="inherit" aria-hidden sx={{ position: 'absolute', right: 8 }} />;
}

function isStale(error: unknown): boolean {
  return typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 412;
}

/**
 * The status of a transaction as a control in its row. A choice is sent at once with the version the row shows;
 * the row takes the status the host answers. When the host refuses, its errors are shown and the former status
 * stands again; a row that was changed meanwhile (412) is read anew.
 */
export function StatusCell() {
  const record = useRecordContext<TransactionRecord>();
  const refresh = useRefresh();
  const [update, { isPending, variables }] = useUpdate<TransactionRecord, unknown>(
    'transactions',
    {},
    {
      mutationMode: 'pessimistic',
      onSuccess: () =>
        toast({
          title: toasts.transactionUpdatedTitle,
          description: toasts.transactionUpdated,
          variant: 'success',
        }),
      onError: (error) => {
        toastFailure(error);
        if (isStale(error)) refresh();
      },
    },
  );
  if (!record) return null;
  const known = enumValues.trxStatuses.find((status) => status === record.status);
  if (!known) return textOrMissing(record.status);
  const chosen: TrxStatus = isPending ? (variables?.data?.status ?? known) : known;
  const tone = tones[chosen];

  return (
    <Select
      size="small"
      value={chosen}
      onChange={({ target }) =>
        update('transactions', { id: record.id, data: { status: target.value }, previousData: record })
      }
      // Not `disabled`: that would take the focus away from someone who works with the keyboard.
      readOnly={isPending}
      aria-busy={isPending}
      inputProps={{ 'aria-label': statusLabel(record) }}
      IconComponent={isPending ? Saving : ExpandMoreOutlined}
      // A table around it may make its rows clickable.
      onClick={(event) => event.stopPropagation()}
      sx={(theme) => ({
        width: 126,
        height: { xs: 36, sm: 30 },
        borderRadius: '8px',
        bgcolor: theme.palette[tone].light,
        color: theme.palette[tone].main,
        fontSize: '0.8125rem',
        fontWeight: 600,
        '& .MuiSelect-select.MuiSelect-select': { py: 0, pl: 1.25, pr: 3.5, textAlign: 'left' },
        '& .MuiSelect-icon': { color: 'inherit', fontSize: 18, top: 'calc(50% - 9px)' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
      })}
    >
      {enumValues.trxStatuses.map((status) => (
        <MenuItem key={status} value={status}>
          {status}
        </MenuItem>
      ))}
    </Select>
  );
}
