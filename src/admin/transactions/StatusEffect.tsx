import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Preview } from '../../../contract/preview';
import { formatDollars } from '../../shared/format';
import { RetryButton } from '../../shared/wait/RetryButton';
import { FigureChanges } from '../accounts/FigureChanges';

/** What a status does to the account, once that is known; null: the host cannot say. */
export function StatusEffect({ effect }: { effect: UseQueryResult<Preview | null> }) {
  const { data, error, refetch, isFetching } = effect;
  if (error) {
    const again = (
      <RetryButton
        error={error}
        color="inherit"
        size="small"
        onClick={() => refetch()}
        loading={isFetching}
      />
    );
    return (
      <Alert severity="error" action={again}>
        What this does to the account could not be read. {error.message}
      </Alert>
    );
  }
  if (data === undefined) {
    return (
      <Box role="status" aria-label="Reading what this does to the account">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={28} />
        ))}
      </Box>
    );
  }
  if (data === null) {
    return <Alert severity="info">This host does not say what a change does to the account.</Alert>;
  }
  const balance = data.changes.find(({ field }) => field === 'balance');
  return (
    <>
      {data.changes.length > 0 ? (
        <Box component="section" aria-label="Effect">
          <FigureChanges changes={data.changes} />
        </Box>
      ) : (
        <Typography variant="body2">No figure of the account changes.</Typography>
      )}
      {data.overdraws && (
        <Alert severity="warning">
          This overdraws the account{balance && `: the balance goes to ${formatDollars(balance.after)}`}.
        </Alert>
      )}
      {data.frozen && data.blocked && (
        <Alert severity="error">
          Withdrawals of this investor are frozen: this one cannot be confirmed before they are allowed again.
        </Alert>
      )}
      {data.frozen && !data.blocked && (
        <Alert severity="warning">Withdrawals of this investor are frozen at present.</Alert>
      )}
    </>
  );
}
