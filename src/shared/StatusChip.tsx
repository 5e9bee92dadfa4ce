import Chip from '@mui/material/Chip';
import type { TrxStatus } from '../../contract/enums';
import { statusTones } from './status-tones';

/** The status of a transaction. */
export function StatusChip({ status }: { status: TrxStatus }) {
  return <Chip size="small" color={statusTones[status]} label={status} />;
}
