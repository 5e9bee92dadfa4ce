import Chip from '@mui/material/Chip';
import type { TrxStatus } from '../../../contract/enums';

const colors = { PENDING: 'warning', CONFIRMED: 'success', DECLINED: 'error' } as const satisfies Record<
  TrxStatus,
  string
>;

export function StatusChip({ status }: { status: TrxStatus }) {
  return <Chip size="small" color={colors[status]} label={status} />;
}
