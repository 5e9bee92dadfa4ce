import Chip from '@mui/material/Chip';
import { proposalStatusNames } from '../../../contract/console-names';
import type { ProposalStatus } from '../../../contract/enums';

const tones = {
  PENDING: 'warning',
  APPROVED: 'success',
  DECLINED: 'error',
  WITHDRAWN: 'default',
} as const satisfies Record<ProposalStatus, string>;

/** What became of a proposal. */
export function ProposalStatusChip({ status }: { status: ProposalStatus }) {
  return <Chip size="small" color={tones[status]} label={proposalStatusNames[status]} />;
}
