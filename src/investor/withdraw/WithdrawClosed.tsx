import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { limits } from '../../../contract/limits';
import { sharedRefusals } from '../../../contract/messages';
import { formatDollars } from '../../shared/format';
import { SupportLink } from '../SupportLink';

/** Why there is nothing to withdraw now; `balance` in dollars. */
export function WithdrawClosed({ frozen, balance }: { frozen: boolean; balance: number }) {
  return (
    <>
      {frozen && (
        <Alert severity="warning">
          Withdrawals from your account are on hold. Write to <SupportLink /> to learn why.
        </Alert>
      )}
      {balance <= limits.withdrawalBalance && (
        <Alert severity="warning">
          <Typography variant="inherit" sx={{ fontWeight: 600 }}>
            {sharedRefusals.balanceTooLow}
          </Typography>
          A withdrawal needs a balance above {formatDollars(limits.withdrawalBalance)}; yours is{' '}
          {formatDollars(balance)}.
        </Alert>
      )}
    </>
  );
}
