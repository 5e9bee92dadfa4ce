import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useRecordContext } from 'ra-core';
import { enumValues } from '../../../contract/enum-values';
import { StatusChip } from '../../shared/StatusChip';
import { statusTones } from '../../shared/status-tones';
import { textOrMissing } from '../list/columns';
import { useMay } from '../may';
import { statusLabel, type TransactionRecord } from './transaction-record';
import { useAskStatus } from './use-status-change';

/**
 * The status of a transaction as a control in its row. A choice is asked about with its effect before it is sent; the
 * row shows the former status until the host has answered another. Who may not set it sees it alone.
 */
export function StatusCell() {
  const record = useRecordContext<TransactionRecord>();
  const ask = useAskStatus();
  const mayEdit = useMay('edit', 'transactions');
  if (!record) return null;
  const status = enumValues.trxStatuses.find((each) => each === record.status);
  if (!status) return textOrMissing(record.status);
  if (!mayEdit) return <StatusChip status={status} />;
  const tone = statusTones[status];

  return (
    <Select
      size="small"
      value={status}
      onChange={({ target }) => ask(record, target.value)}
      inputProps={{ 'aria-label': statusLabel(record) }}
      IconComponent={ExpandMoreOutlined}
      // A table around it may make its rows clickable.
      onClick={(event) => event.stopPropagation()}
      sx={(theme) => ({
        width: { xs: 126, sm: 110 },
        height: { xs: 36, sm: 30 },
        borderRadius: '8px',
        bgcolor: theme.palette[tone].light,
        color: theme.palette[tone].main,
        fontSize: { xs: '0.8125rem', sm: '0.75rem' },
        fontWeight: 600,
        '& .MuiSelect-select.MuiSelect-select': { py: 0, pl: 1.25, pr: 3, textAlign: 'left' },
        '& .MuiSelect-icon': { color: 'inherit', fontSize: 18, top: 'calc(50% - 9px)' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
      })}
    >
      {enumValues.trxStatuses.map((each) => (
        <MenuItem key={each} value={each}>
          {each}
        </MenuItem>
      ))}
    </Select>
  );
}
